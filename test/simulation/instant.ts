/**
 * What comes before what. Virtual time stands still while there is anything to run: of two events in
 * one millisecond only a number tells.
 */
let last = 0;

export function nextInstant(): number {
  last += 1;
  return last;
}
