import picocolors from 'picocolors';

/** Colours only on a terminal; the library alone would also colour the log of a CI. */
export const pc = picocolors.createColors(
  process.stdout.isTTY === true && picocolors.isColorSupported,
);
