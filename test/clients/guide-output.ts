/** What the programs of `docs/guides/clients.md` print, in either language. */
export const GUIDE_OUTPUT =
  /^best ask 0\.001\norder [0-9a-f-]{36} filled, 1000 tokens at 0\.001\nrefused invalid_price price \S+\n\S+ filled\n$/;
