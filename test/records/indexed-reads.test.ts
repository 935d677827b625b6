/** Reads of the records that a request, a follower or a worker makes go through an index, in its order. */
import type { mongo } from 'mongoose';
import { recordsForFile } from './scenario';

type Filter = Record<string, unknown>;
type Sort = Record<string, 1 | -1>;

const records = recordsForFile();

const past = { $lt: new Date() };
const NEWEST = { _id: -1 } as const;
const OLDEST = { createdAt: 1, _id: 1 } as const;

const READS: [collection: string, filter: Filter, sort: Sort][] = [
  ['fills', { orderId: 'x' }, {}],
  ['fills', { sellerId: 'x' }, NEWEST],
  ['fills', { accountId: 'x', 'hold.status': 'open' }, { createdAt: 1 }],
  ['fills', { lotId: 'x' }, NEWEST],
  ['fills', { status: 'reserved', modelId: 'x', tenor: 'spot' }, {}],
  ['orders', { status: 'open', updatedAt: past }, { updatedAt: 1 }],
  ['orders', { accountId: 'x' }, NEWEST],
  ['journals', { createdAt: past }, OLDEST],
  ['journals', { accountId: 'x' }, OLDEST],
  ['journals', { sellerId: 'x' }, OLDEST],
  ['journals', { orderId: 'x' }, { createdAt: 1 }],
  ['journals', { kind: 'payout' }, OLDEST],
  ['journals', { accountId: 'x', kind: 'deposit' }, OLDEST],
  ['holds', { accountId: 'x', status: 'open' }, { createdAt: 1 }],
  ['contractorders', { accountId: 'x' }, NEWEST],
  ['contractorders', { accountId: 'x', status: 'open' }, NEWEST],
  ['contractorders', { accountId: 'x', modelId: 'x', status: 'open' }, NEWEST],
  ['contractorders', { ticketId: 'x' }, {}],
  ['contractorders', { accountId: 'x', clientOrderId: 'x' }, {}],
  ['contractorders', { status: 'open', tenor: 'spot', modelId: 'x' }, { _id: 1 }],
  ['contractorders', { status: 'open', updatedAt: past }, { updatedAt: 1 }],
  ['lots', { contractId: 'x' }, { _id: 1 }],
  ['lots', { sellerId: 'x', status: 'open' }, { _id: 1 }],
  ['lots', { sellerId: 'x', refundedTokens: { $gt: 0 } }, { closedAt: -1, _id: -1 }],
  ['lots', { sellerId: 'x', closedAt: { $gt: new Date(0) } }, { closedAt: -1, _id: -1 }],
  ['lots', { hasStory: false, createdAt: past }, { createdAt: 1 }],
  ['lots', { status: 'open', endsAt: past }, { endsAt: 1 }],
  ['lots', { status: 'open' }, { _id: 1 }],
  ['lots', { askId: 'x' }, {}],
];

test.each(READS)('%s with %j, sorted by %j', async (name, filter, sort) => {
  const collection = records.connection.getClient().db(records.connection.name).collection(name);
  const found = collection.find(filter as mongo.Filter<mongo.BSON.Document>).sort(sort);
  const { queryPlanner } = await found.explain('queryPlanner');
  const plan = JSON.stringify(queryPlanner.winningPlan);
  expect(plan).not.toMatch(/"stage":"(COLLSCAN|SORT)"/);
  const serving = (await collection.indexes()).filter(({ key, partialFilterExpression = {} }) => {
    const conditions = Object.keys(partialFilterExpression);
    const fields = Object.keys(key);
    // What is compared comes first, unless it is true of all that is in the index; then the order.
    const compared = fields.filter((field) => field in filter);
    return (
      conditions.every((field) => field in filter) &&
      Object.keys(filter).every(
        (field) => compared.includes(field) || conditions.includes(field),
      ) &&
      fields.every((field) => field in filter || field in sort) &&
      Object.keys(sort).every((field) => field in key)
    );
  });
  expect(serving).not.toEqual([]);
});
