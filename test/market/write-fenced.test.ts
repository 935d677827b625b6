/** Writes of a follower that has lost its lease without noticing: those of its successor stand. */
import type { mongo } from 'mongoose';
import { replaceFenced } from '../../followers/candles/write-fenced';
import { recordsForFile } from '../records/scenario';

interface Row {
  _id: string;
  text: string;
  fence: number;
}

const records = recordsForFile();
let rows: mongo.Collection<Row>;
beforeAll(async () => {
  const { name } = records.connection;
  rows = records.connection.getClient().db(name).collection<Row>('fenced');
});
beforeEach(async () => {
  await rows.deleteMany({});
  await write(5, ['a', 'b']);
});

const write = (fence: number, ids: string[], within: object = { _id: { $in: ids } }) =>
  replaceFenced(
    rows,
    within,
    ids.map((_id) => ({ _id, text: `by ${fence}`, fence })),
    fence,
  );
const stored = async () =>
  (await rows.find({}).sort({ _id: 1 }).toArray()).map(({ _id, text }) => `${_id} ${text}`);

test.each([
  [4, ['a by 5', 'b by 5', 'c by 4']],
  [5, ['a by 5', 'b by 5', 'c by 5']],
  [6, ['a by 6', 'b by 6', 'c by 6']],
])('a holder with the fence %i writes over its own and earlier ones alone', async (fence, all) => {
  await write(fence, ['a', 'b', 'c']);
  expect(await stored()).toEqual(all);
});

test.each([
  [4, ['a by 5', 'b by 5']],
  [5, ['a by 5']],
])('a holder with the fence %i deletes what it did not list, if it may', async (fence, all) => {
  await write(fence, ['a'], {});
  expect(await stored()).toEqual(all);
});
