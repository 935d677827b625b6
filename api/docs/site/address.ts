/** Stands in the written pages for the address of the exchange that serves them. */
export const ADDRESS = 'https://address.invalid';
