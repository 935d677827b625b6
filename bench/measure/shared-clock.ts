/** Milliseconds, with fractions, of a clock that all processes of a machine share. */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}
