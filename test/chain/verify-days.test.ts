/** Digests that somebody wrote down elsewhere: what was computed anew, or deleted, differs from them. */
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

const digestOf = ({ chain }: ClosedDayDocument) => chain!.digest;

/** Verifies the second day and what is expected. @returns the days with differences */
async function wrong(expected: ReadonlyMap<string, string>) {
  const named = days[1]!._id;
  const verified = await verify(records, { from: named, to: named, expected });
  expect(verified.map(({ day }) => day)).toEqual(
    [...new Set([named, ...expected.keys()])].toSorted(),
  );
  return new Map(
    verified.flatMap(({ day, differences }) =>
      differences.length === 0 ? [] : [[day, differences.join('; ')]],
    ),
  );
}

test('days that nobody changed have the digests that were written down', async () => {
  const some = [days[0]!, days[3]!];
  const expected = new Map(some.map((day) => [day._id, digestOf(day)]));
  expect(await wrong(expected)).toEqual(new Map());
});

test('a chain that was computed anew after a change', async () => {
  const { from, until, _id } = days[2]!;
  const inDay = { kind: 'hold' as const, createdAt: { $gte: from, $lt: until } };
  await records.journals.updateOne(inDay, { $set: { reason: 'another' } });
  await closeAnew(records);
  expect(await wrong(new Map())).toEqual(new Map());
  const is = digestOf((await closedDaysOf(records))[2]!);
  expect(await wrong(new Map([[_id, digestOf(days[2]!)]]))).toEqual(
    new Map([[_id, `its digest is ${is}, and ${digestOf(days[2]!)} was expected`]]),
  );
});

test('a day that is gone, and one whose digest is', async () => {
  const last = days.at(-1)!;
  const expected = new Map([[last._id, digestOf(last)]]);
  await records.closedDays.updateOne({ _id: last._id }, { $set: { chain: null } as never });
  expect((await wrong(expected)).get(last._id)).toMatch(/its digest is missing, and/);
  await records.closedDays.deleteOne({ _id: last._id });
  expect(await wrong(expected)).toEqual(new Map([[last._id, 'it is not a closed day']]));
});
