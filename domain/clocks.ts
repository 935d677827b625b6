/**
 * Clocks. What money depends on is judged by one clock: the book's Redis, MongoDB, or Temporal (see
 * docs/internals/workflows.md). A process's own clock only says how long something is kept.
 */

/** How far the clocks of our processes may be apart, with a margin. */
export const CLOCKS_APART_MS = 60_000;
