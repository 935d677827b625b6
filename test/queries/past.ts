/** A past with an archive, and everything that reads and writes it. */
import { randomUUID } from 'node:crypto';
import { History } from '../../bench/years/history';
import { OrderRecording } from '../../exchange/takeover/order-recording';
import { GatewayOrders } from '../../exchange/takeover/gateway-orders';
import { reconcile } from '../../exchange/maintenance/reconcile';
import { isUnused } from '../../exchange/sellers/sleep';
import { rebuildCandles } from '../../followers/candles/rebuild';
import { ARCHIVE_AGE_MIN_MS } from '../../records/archive/archives';
import { archiveFinished } from '../../records/archive/move';
import { chainDays } from '../../records/chain/chain-days';
import { verifyDays } from '../../records/chain/verify-days';
import { closeDays } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { type Participant, viewsOf } from '../records/archive-views';
import type { Exchange } from '../support/exchange';

export type { Participant } from '../records/archive-views';

const CHATS = 300;
const DAYS = 100;
const OTHERS = 10;
const RUN_MS = 60_000;
const DAY_MS = 86_400_000;

/** @returns one of its participants, who has few of the records */
export async function insertPast(records: WritableRecords): Promise<Participant> {
  const ids = () => Array.from({ length: OTHERS }, () => randomUUID());
  const participants = { accountIds: ids(), sellerIds: ids() };
  await new History(records, participants, CHATS, DAYS).extendTo(CHATS, () => undefined);
  await records.closings.deleteMany({});
  await records.closedDays.deleteMany({});
  return { accountId: participants.accountIds[1]!, sellerId: participants.sellerIds[1]! };
}

export async function usePast(
  { records }: Pick<Exchange, 'records'>,
  participant: Participant,
): Promise<void> {
  await closeDays(records, new Date());
  await chainDays(records);
  await archiveFinished(records, { ageMs: ARCHIVE_AGE_MIN_MS, runMs: RUN_MS });
  await viewsOf(records, participant, new Date(Date.now() - (DAYS / 2) * DAY_MS));
  await rebuildCandles(records, 1);
  for await (const day of verifyDays(records)) void day;
  await reconcile(records, 'operator', 'all');
  await takeUpLostGateway(records);
  const [seller] = await records.sellers.find({}).sort({ _id: 1 }).limit(1).toArray();
  await isUnused(records, { ...seller!, updatedAt: new Date(0) }, 1);
  await records.idempotencyMemory.isKnown({ scope: 'none', key: 'none' });
}

async function takeUpLostGateway(records: WritableRecords): Promise<void> {
  const recording = new OrderRecording(records, {
    deployment: 'none',
    ordersMax: 1,
    startBatch: async () => undefined,
    onSetAside: () => undefined,
  });
  const takenUp = { continueAll: async () => [] };
  await new GatewayOrders({ records, takenUp, recording }, 'none').sweep();
}
