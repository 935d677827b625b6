/** How many orders, asks or sellers of one holder are open: of n one more is refused, also at once. */
import { OpenLimit } from '../../fairness/open-limit';

const MAX = 3;

let limit: OpenLimit;
let open: Set<string>;
beforeEach(() => {
  limit = new OpenLimit();
  open = new Set();
});

/** Opens an object, after as many turns of the event loop as a write would take. */
function make(id: string, holderId = 'holder'): Promise<string> {
  const key = `${holderId} ${id}`;
  const count = (max: number, exceptIds: readonly string[]) => {
    const except = new Set(exceptIds.map((one) => `${holderId} ${one}`));
    const counted = [...open].filter((one) => one.startsWith(holderId) && !except.has(one));
    return Promise.resolve(Math.min(max, counted.length));
  };
  const opening = { holderId, id, max: MAX, count, message: 'It is the limit.' };
  return limit.within(opening, async () => {
    await Promise.resolve();
    open.add(key);
    return id;
  });
}

const refusal = { code: 'invalid_request', message: 'It is the limit.' };

test('n are open, and n + 1 are refused until one of them ends', async () => {
  for (const id of ['a', 'b', 'c']) expect(await make(id)).toBe(id);
  await expect(make('d')).rejects.toMatchObject(refusal);
  expect(await make('d', 'another')).toBe('d');
  open.delete('holder b');
  expect(await make('d')).toBe('d');
});

test('of many at once n are opened', async () => {
  const ids = Array.from({ length: 4 * MAX }, (_, at) => `at once ${at}`);
  const results = await Promise.allSettled(ids.map((id) => make(id)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX);
  expect(open.size).toBe(MAX);
});

test('a repetition of what is open is no further one', async () => {
  for (const id of ['a', 'b', 'c']) await make(id);
  expect(await Promise.all([make('c'), make('c')])).toEqual(['c', 'c']);
});

test('what failed to open takes no place', async () => {
  const failing = { holderId: 'holder', id: 'a', max: 1, count: async () => 0, message: '' };
  const fails = () => Promise.reject(new Error('MongoDB is unavailable'));
  await expect(limit.within(failing, fails)).rejects.toThrow('MongoDB is unavailable');
  expect(await limit.within({ ...failing, id: 'b' }, async () => 'opened')).toBe('opened');
});
