/** A call to Redis is a result, a refusal of a limit, or a clear 503 within two seconds. */
import { fromRedis } from '../../exchange/books/redis-unavailable';

const UNAVAILABLE = expect.objectContaining({ code: 'service_unavailable' });

test.each(['connecting', 'reconnecting', 'end'])(
  'a Redis that is %s is not called: the request is refused at once',
  async (status) => {
    const call = jest.fn(() => new Promise<never>(() => undefined));
    const startedAtMs = performance.now();
    await expect(fromRedis({ status }, call)).rejects.toEqual(UNAVAILABLE);
    expect(call).not.toHaveBeenCalled();
    expect(performance.now() - startedAtMs).toBeLessThan(1_000);
  },
);

test('an error of Redis is a 503; what a limit refuses with passes as it is', async () => {
  const ready = { status: 'ready' };
  const failing = fromRedis(ready, () => Promise.reject(new Error('READONLY')));
  await expect(failing).rejects.toEqual(UNAVAILABLE);
  const refusal = { msBeforeNext: 1_000 }; // as the rate limiter throws it
  // oxlint-disable-next-line prefer-promise-reject-errors -- it is no error
  await expect(fromRedis(ready, () => Promise.reject(refusal))).rejects.toBe(refusal);
});

test('a Redis that does not answer is given up on after two seconds', async () => {
  const startedAtMs = performance.now();
  const hanging = fromRedis({ status: 'ready' }, () => new Promise<never>(() => undefined));
  await expect(hanging).rejects.toEqual(UNAVAILABLE);
  expect(performance.now() - startedAtMs).toBeLessThan(5_000);
});
