/**
 * Clocks. One authoritative clock decides everything about money: the book's Redis, MongoDB, or
 * Temporal (see docs/internals/workflows.md).
 */

/** The maximum difference between the clocks of our processes, with a margin. */
export const CLOCKS_APART_MS = 60_000;
