/**
 * Prevents requests from hanging while Redis is down: a call that cannot be made becomes a clear
 * 503.
 */
import { fail } from '../../domain/errors';

const LIMIT_MS = 2_000;

/**
 * @param drop undoes a call that completed too late to be used
 * @throws Failure `service_unavailable` when Redis is unavailable or does not answer in time
 */
export async function fromRedis<T>(
  redis: { readonly status: string },
  call: () => Promise<T>,
  drop: (late: T) => void = () => undefined,
): Promise<T> {
  const unavailable = (cause?: unknown) =>
    fail('service_unavailable', { internal: 'Redis is unavailable', cause });
  if (redis.status !== 'ready') throw unavailable();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable()), LIMIT_MS);
  });
  const called = call();
  try {
    return await Promise.race([
      called.catch((cause: unknown) => Promise.reject(asError(cause))),
      late,
    ]);
  } catch (err) {
    called.then(drop, () => undefined);
    throw err;
  } finally {
    clearTimeout(timer);
  }

  function asError(cause: unknown): unknown {
    // A refusal of the rate limiter is a result, not an error.
    return cause instanceof Error ? unavailable(cause) : cause;
  }
}
