/** A workflow that comes late to its lot is told of its end, also when the lot is in the archive. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { endLot } from '../../exchange/contracts/lot-end';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { WINDOW_OVER } from '../../records/ledger/close-lot';
import { recordsForFile, fundedAccount, placedAsk } from '../records/scenario';
import { boughtTicket } from './records-scenario';

/** A younger lot is not looked for in the archive. */
const OLD_MS = Date.now() - 3 * ARCHIVE_AGE_MIN_MS;

const records = recordsForFile();

test('as it was told before', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const fillId = uuidV7At(OLD_MS, randomUUID());
  const terms = { accountId, askId, quantityTokens: 1_000, fillId };
  const { lotId } = await boughtTicket(records, terms);
  await records.lots.updateOne({ _id: lotId }, { $set: { endsAt: new Date(Date.now() - 1) } });
  await records.ledger.capacity.closeLot({ lotId, ...WINDOW_OVER, now: new Date() });
  const told = await endLot(records, lotId);
  expect(told).toMatchObject({ kind: 'ended', end: { lotId, paidTokens: 1_000 } });

  const lot = (await records.lots.findOneAndDelete({ _id: lotId }))!;
  await records.archivedLots.insertOne(lot);
  expect(await endLot(records, lotId)).toEqual(told);
});
