/** Written by `npm run generate`; do not edit. */
export const VERSION = '0.2.0';
