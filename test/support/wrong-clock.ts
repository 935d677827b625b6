/** A process whose clock is wrong, while the servers and the timers keep theirs. */

const NOT_DATES = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

export async function atWrongClock<T>(wrongByMs: number, act: () => Promise<T>): Promise<T> {
  jest.useFakeTimers({ now: Date.now() + wrongByMs, doNotFake: [...NOT_DATES] });
  try {
    return await act();
  } finally {
    jest.useRealTimers();
  }
}
