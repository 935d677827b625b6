/**
 * Time limit of writes in MongoDB: what no majority confirms by then fails, and its effect is
 * unknown, as with a lost connection. It may be confirmed later: whoever repeats it finds it by its
 * business key.
 */
export const CONFIRMED_WITHIN_MS = 20_000;
