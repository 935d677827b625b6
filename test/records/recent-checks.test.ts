/** The hourly check reads what is new and what is open, whoever's clock was late; the other one all. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { asDouble } from '../../records/collections';
import { violators } from './clauses';
import {
  clearRecords,
  recordsForFile,
  fundedAccount,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const HOUR_MS = 3_600_000;
const SINCE = new Date(Date.now() - HOUR_MS);
const OLD_MS = Date.now() - 100 * 24 * HOUR_MS;

const records = recordsForFile();
afterEach(() => clearRecords(records));

test('the journal of a recent fill may be of a clock that was half an hour late', async () => {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
  await records.ledger.settleFill(settlement(fillId, 500));
  const late = new Date(SINCE.getTime() - HOUR_MS / 2);
  await records.journals.updateMany({ fillId }, { $set: { createdAt: late } });
  for (const id of ['I5', 'I8', 'I9']) expect(await violators(records, id, SINCE)).toEqual([]);
});

test('an old order that is open is read, and so are its hold and an open lot', async () => {
  const id = uuidV7At(OLD_MS, randomUUID());
  const tokens = asDouble(9);
  const order = { quantityTokens: tokens, filledTokens: asDouble(0), closedTokens: asDouble(0) };
  await records.contractOrders.insertOne({
    _id: id,
    status: 'open',
    openTokens: asDouble(8),
    limitPriceScale8: 1000n,
    ...order,
  } as never);
  const amounts = { amountScale8: 9n, openScale8: 9n, capturedScale8: 0n, releasedScale8: 0n };
  await records.holds.insertOne({
    _id: id,
    accountId: 'a',
    reason: 'order',
    status: 'open',
    priceScale8: 1000n,
    ...amounts,
  } as never);
  const none = { reservedTokens: 0, drawnTokens: 0, paidTokens: 0, refundedTokens: 0 };
  await records.lots.insertOne({
    _id: id,
    status: 'open',
    endsAt: new Date(OLD_MS),
    quantityTokens: 9,
    remainingTokens: 8,
    ...none,
    draws: 0,
    costScale8: 8n,
    escrowScale8: 8n,
    earnedScale8: 0n,
    refundedScale8: 0n,
    priceScale8: 1000n,
  } as never);
  for (const invariant of ['I22', 'I25', 'I26']) {
    expect(await violators(records, invariant, SINCE)).toEqual([id]);
  }
});

test('an old order that has ended is read by the check of all records alone', async () => {
  const id = uuidV7At(OLD_MS, randomUUID());
  const order = { quantityTokens: 9, filledTokens: 0, closedTokens: 8, openTokens: 0 };
  await records.contractOrders.insertOne({ _id: id, status: 'cancelled', ...order } as never);
  expect(await violators(records, 'I25', SINCE)).toEqual([]);
  expect(await violators(records, 'I25', null)).toEqual([id]);
});
