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

test('days that nobody has changed agree, also with the parts of their digests beside these', async () => {
  expect(days.length).toBeGreaterThan(4);
  // As earlier builds stored them.
  const parts = { 'chain.journals': 'a', 'chain.closings': 'b', 'chain.previous': null };
  await records.closedDays.updateMany({}, { $set: parts } as never);
  for (const day of days.slice(0, 5)) expect(await differencesOn(day)).toEqual([]);
  expect(await violators()).toEqual([]);
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
