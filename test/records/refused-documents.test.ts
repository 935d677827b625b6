/** A write that MongoDB refuses for good fails alone, with MongoDB's reason, and is not tried again. */
import type { WritableRecords } from '../../records/connect';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
} from './scenario';

const DOCUMENT_REFUSED = 121;
const COUNT = 6;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(async () => {
  await records.connection.db!.command({ collMod: 'fills', validator: {} });
  await dropRecords(records);
});

test('others of its commit are written', async () => {
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const requests = [];
  for (let made = 0; made < COUNT; made += 1) {
    const accountId = await fundedAccount(records, 1_000_000_000n);
    requests.push(await reservation(records, { accountId, askId, quantityTokens: 10 }));
  }
  const refused = requests[2]!.fill.fillId;
  const validator = { _id: { $ne: refused } };
  await records.connection.db!.command({ collMod: 'fills', validator });
  const ends = await Promise.allSettled(
    requests.map((request) => records.ledger.reserveFill(request)),
  );
  const [failed, ...others] = ends.filter(({ status }) => status === 'rejected');
  expect(others).toEqual([]);
  expect(failed).toMatchObject({ reason: { code: DOCUMENT_REFUSED } });
  const ids = requests.map(({ fill }) => fill.fillId);
  const found = await records.fills.find({ _id: { $in: ids } }).toArray();
  expect(new Set(found.map(({ _id }) => _id))).toEqual(new Set(ids.filter((id) => id !== refused)));
  await expectSound(records);
});
