import picocolors from 'picocolors';

/** Colours only on a terminal; the library alone would also colour the log of a CI. */
const coloursOf = (stream: NodeJS.WriteStream) =>
  picocolors.createColors(stream.isTTY === true && picocolors.isColorSupported);

export const pc = coloursOf(process.stdout);
export const errorColours = coloursOf(process.stderr);
