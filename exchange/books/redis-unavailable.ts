/**
 * Prevents requests from hanging while Redis is down: a call that cannot be made becomes a clear
 * 503.
 */
import { fail } from '../../domain/errors';
import { inTime } from '../../domain/in-time';

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
  const called = call();
  // A refusal of the rate limiter is a result, not an error.
  const answered = called.catch((cause: unknown) => {
    throw cause instanceof Error ? unavailable(cause) : cause;
  });
  try {
    return await inTime(answered, LIMIT_MS, unavailable);
  } catch (err) {
    called.then(drop, () => undefined);
    throw err;
  }
}
