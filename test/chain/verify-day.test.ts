/** What is written into past days afterwards is found on the day where it is, and said in words. */
import { randomUUID } from 'node:crypto';
import { checkChain } from '../../records/chain/check-chain';
import { asDouble } from '../../records/collections';
import type { ClosedDayDocument } from '../../records/documents/closed-day';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { closeAnew, closedDaysOf, kept, makePast, verify } from './past-days';

let records: WritableRecords;
let days: ClosedDayDocument[];
let restore: () => Promise<void>;
beforeAll(async () => {
  records = await openRecords();
  await makePast(records);
  days = await closedDaysOf(records);
  restore = await kept(records);
});
afterEach(() => restore());
afterAll(() => dropRecords(records));

const differencesOn = async ({ _id }: ClosedDayDocument) =>
  (await verify(records, { from: _id, to: _id })).flatMap(({ differences }) => differences);

const closingOf = async ({ _id }: ClosedDayDocument) =>
  (await records.closings.findOne({ _id: { $gt: `${_id} `, $lt: `${_id}!` } }))!;

const violators = async () => (await checkChain(records, null)).samples;

const CHANGED =
  'its digest is not that of its journals, its closings, its record and the day before it';

test('days that nobody has changed agree', async () => {
  expect(days.length).toBeGreaterThan(4);
  for (const day of days.slice(0, 5)) expect(await differencesOn(day)).toEqual([]);
  expect(await violators()).toEqual([]);
});

test('a total that does not continue the one before it', async () => {
  const { _id, account } = await closingOf(days[2]!);
  await records.closings.updateOne({ _id }, { $inc: { 'total.postedScale8': -1n } });
  expect(await differencesOn(days[2]!)).toContainEqual(
    expect.stringContaining(`the closing of ${account} does not add up`),
  );
});

test('a closing of nothing that was added', async () => {
  const found = await closingOf(days[2]!);
  const account = `buyer:${randomUUID()}` as const;
  const nothing = { postedScale8: 0n, heldScale8: 0n, earnedScale8: 0n, journals: asDouble(0) };
  const added = { ...found, _id: `${days[2]!._id} ${account}`, account };
  await records.closings.insertOne({ ...added, day: nothing, total: nothing });
  expect(await differencesOn(days[2]!)).toEqual([
    `the closing of ${account} does not add up its journals and the closing before it`,
    CHANGED,
  ]);
  expect(await violators()).toEqual([days[2]!._id]);
});

test('a past that was written anew with its digests, before a day whose digest is known', async () => {
  const { from, until } = days[1]!;
  const changed = await records.journals.updateOne(
    { kind: 'hold', createdAt: { $gte: from, $lt: until } },
    { $set: { reason: 'another' } },
  );
  expect(changed.modifiedCount).toBe(1);
  await closeAnew(records);
  const later = days.slice(2);
  for (const { _id, chain } of later)
    await records.closedDays.updateOne({ _id }, { $set: { chain: chain! } });
  expect(await differencesOn(days[1]!)).toEqual([]);
  expect(await differencesOn(days[2]!)).toEqual([CHANGED]);
});

test('a journal that was added before the first closed day', async () => {
  const [first] = days;
  const journal = (await records.journals.findOne({ createdAt: { $gte: first!.from } }))!;
  const before = new Date(first!.from.getTime() - 1);
  const _id = `hold:${randomUUID()}` as const;
  await records.journals.insertOne({ ...journal, _id, createdAt: before });
  expect(await differencesOn(first!)).toEqual([
    `journal ${_id} is of ${before.toISOString()}, a day before it that has no record`,
  ]);
});

test('a digest that was removed is a violation of its own day', async () => {
  await records.closedDays.updateOne({ _id: days[2]!._id }, { $set: { chain: null } as never });
  expect(await violators()).toContain(days[2]!._id);
});
