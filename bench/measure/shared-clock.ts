/** Milliseconds on a clock that all processes of a machine share, finer than a millisecond. */
export function sharedNowMs(): number {
  return performance.timeOrigin + performance.now();
}
