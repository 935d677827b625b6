import { setMaxListeners } from 'node:events';

/** `setTimeout` of `node:timers/promises` on the timers of the test: virtual ones for actors. */
export function delay(
  delayMs = 0,
  value?: unknown,
  { signal }: { signal?: AbortSignal; ref?: boolean } = {},
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(new DOMException('The operation was aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    }, delayMs);
    if (!signal) return;
    setMaxListeners(0, signal); // the dead never take theirs away
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}
