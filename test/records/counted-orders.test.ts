/** What the operator sees of open orders: how many, how old they are, and how orders have ended lately. */
import { v7 as uuidV7 } from 'uuid';
import { countOrders } from '../../records/queries/count-orders';
import { clearRecords, recordsForFile } from './scenario';

const NOW = new Date();
const agoMs = (ms: number) => new Date(NOW.getTime() - ms);

const records = recordsForFile();
afterEach(() => clearRecords(records));

type Entry = readonly [status: string, ageMs: number];

async function write(name: 'orders' | 'contractOrders', entries: readonly Entry[]): Promise<void> {
  const documents = entries.map(([status, ageMs]) => {
    const createdAt = agoMs(ageMs);
    return { _id: uuidV7({ msecs: createdAt.getTime() }), status, createdAt, updatedAt: NOW };
  });
  await records[name].insertMany(documents as never);
}

test('each open order counts in its age, and those that have ended in none', async () => {
  await write('orders', [
    ['open', 9_999],
    ['open', 10_000],
    ['open', 59_999],
    ['open', 60_000],
    ['open', 599_999],
    ['open', 3_600_000],
    ['open', 7 * 86_400_000],
    ['filled', 30 * 86_400_000],
  ]);
  const [chats, capacity] = await countOrders(records, NOW);
  expect(chats).toMatchObject({
    kind: 'chat',
    open: [
      { age: 'under_10s', count: 1 },
      { age: 'under_1m', count: 2 },
      { age: 'under_10m', count: 2 },
      { age: 'older', count: 2 },
    ],
    oldestOpenAt: agoMs(7 * 86_400_000),
  });
  expect(capacity).toMatchObject({ kind: 'capacity', oldestOpenAt: null, recent: [] });
  expect(capacity!.open.every(({ count }) => count === 0)).toBe(true);
});

test('orders of the last quarter of an hour count by their state', async () => {
  await write('contractOrders', [
    ['filled', 0],
    ['filled', 14 * 60_000],
    ['filled', 16 * 60_000],
    ['cancelled', 14 * 60_000],
    ['rejected', 16 * 60_000],
  ]);
  const [chats, capacity] = await countOrders(records, NOW);
  expect(chats!.recent).toEqual([]);
  expect(capacity!.recent.toSorted((one, other) => (one.status < other.status ? -1 : 1))).toEqual([
    { status: 'cancelled', count: 1 },
    { status: 'filled', count: 2 },
  ]);
});
