/** A result of Redis that comes after its caller was refused is undone; one in time is not. */
import { fromRedis } from '../../exchange/books/redis-unavailable';
import { until } from '../support/wait';

const READY = { status: 'ready' };
const UNAVAILABLE = expect.objectContaining({ code: 'service_unavailable' });

test('what a call takes after its caller was refused is given back, once', async () => {
  const dropped: string[] = [];
  let answer: (place: string) => void = () => undefined;
  const call = () => new Promise<string>((resolve) => (answer = resolve));
  await expect(fromRedis(READY, call, (late) => dropped.push(late))).rejects.toEqual(UNAVAILABLE);
  expect(dropped).toEqual([]);
  answer('a place');
  await until(() => dropped.length > 0, { what: 'the place to be given back' });
  expect(dropped).toEqual(['a place']);
}, 20_000);

test('what a call takes in time is kept', async () => {
  const dropped: string[] = [];
  const call = () => Promise.resolve('a place');
  expect(await fromRedis(READY, call, (late) => dropped.push(late))).toBe('a place');
  expect(dropped).toEqual([]);
}, 20_000);
