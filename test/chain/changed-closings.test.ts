/** A closing that says more or less than the journals of its day is told, whatever it is about. */
import type { JournalSums } from '../../records/documents/closing';
import { asDouble } from '../../records/collections';
import type { ClosedDayDocument } from '../../records/documents/closed-day';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { closedDaysOf, kept, makePast, verify } from './past-days';

let records: WritableRecords;
let day: ClosedDayDocument;
let restore: () => Promise<void>;
beforeAll(async () => {
  records = await openRecords();
  await makePast(records);
  day = (await closedDaysOf(records))[2]!;
  restore = await kept(records);
});
afterEach(() => restore());
afterAll(() => dropRecords(records));

const FIELDS = ['postedScale8', 'heldScale8', 'earnedScale8', 'journals'] as const;

test.each<keyof JournalSums>(FIELDS)('%s', async (field) => {
  const { _id } = day;
  const closing = (await records.closings.findOne({ _id: { $gt: `${_id} `, $lt: `${_id}!` } }))!;
  for (const sign of [-1n, 1n]) {
    const more = field === 'journals' ? asDouble(Number(sign)) : sign;
    const $inc = { [`day.${field}`]: more, [`total.${field}`]: more };
    await records.closings.updateOne({ _id: closing._id }, { $inc } as never);
    const [checked] = await verify(records, { from: _id, to: _id });
    const told = `the closing of ${closing.account} does not add up`;
    expect(checked!.differences).toContainEqual(expect.stringContaining(told));
    await restore();
  }
});
