/** A call to Redis that is given up on and succeeds all the same leaves nothing behind. */
import { fromRedis } from '../../exchange/books/redis-unavailable';

const READY = { status: 'ready' };

test('what comes too late is given to whoever drops it', async () => {
  let answer: (value: string) => void = () => undefined;
  const late = new Promise<string>((resolve) => (answer = resolve));
  const dropped: string[] = [];
  const call = fromRedis(
    READY,
    () => late,
    (value) => void dropped.push(value),
  );
  await expect(call).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(dropped).toEqual([]);
  answer('subscription');
  await late;
  expect(dropped).toEqual(['subscription']);
});

test('what comes in time is not dropped, and what fails is nothing to drop', async () => {
  const dropped: string[] = [];
  const drop = (value: string) => void dropped.push(value);
  expect(await fromRedis(READY, async () => 'in time', drop)).toBe('in time');
  const failing = fromRedis(READY, () => Promise.reject<string>(new Error('gone')), drop);
  await expect(failing).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(dropped).toEqual([]);
});
