/** Stand in the written pages for addresses that are known when a page is asked for. */
/** Of the port that serves the page. */
export const ADDRESS = 'https://address.invalid';
/** Of the public port, which guides name on the operator's port too. */
export const PUBLIC_ADDRESS = 'https://public-address.invalid';
/** As the guides write it, for those who read them in a checkout. */
export const WRITTEN_ADDRESS = 'http://127.0.0.1:8080';
