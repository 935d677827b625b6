/** The end of a lot, as its workflow is told: once its window is over, what became of its tokens, and why. */
import { v7 as uuidV7 } from 'uuid';
import { endLot, lotEndOf } from '../../exchange/contracts/lot-end';
import { recordsForFile, fundedAccount, placedAsk, settlement } from '../records/scenario';
import { boughtTicket, draw } from './records-scenario';

const ONE = 100_000_000n;

const records = recordsForFile();

async function lotOf(lifetimeMs: number): Promise<string> {
  const accountId = await fundedAccount(records, 10n * ONE);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const parts = { accountId, askId, quantityTokens: 1_000, lifetimeMs };
  return (await boughtTicket(records, parts)).lotId;
}

test('before the end of its window by the clock of MongoDB it is told to wait for that', async () => {
  const lotId = await lotOf(60_000);
  const ending = await endLot(records, lotId);
  expect(ending.kind).toBe('too_early');
  const { waitMs } = ending as { waitMs: number };
  expect(waitMs).toBeGreaterThan(30_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
  expect(await records.lots.findOne({ _id: lotId })).toMatchObject({ status: 'open' });
});

test('after it what is undrawn is paid to the seller, once, and the same is told again', async () => {
  const lotId = await lotOf(60_000);
  const { fillId } = await draw(records, lotId, 300);
  await records.ledger.settleFill(settlement(fillId, 300));
  await records.lots.updateOne({ _id: lotId }, { $set: { endsAt: new Date(Date.now() - 1) } });
  const end = { lotId, status: 'expired', drawnTokens: 300, paidTokens: 700, refundedTokens: 0 };
  const told = { kind: 'ended', end: { ...end, refund: null, reason: null, cause: null } };
  expect(await endLot(records, lotId)).toEqual(told);
  expect(await endLot(records, lotId)).toEqual(told);
});

test('a default names the request by which it began, its attempts, and what is refunded', async () => {
  const lotId = await lotOf(60_000);
  const { capacity } = records.ledger;
  await capacity.closeLot({ lotId, status: 'defaulted', reason: 'it failed', now: new Date() });
  const failed = (releaseReason: string, detail: string | null) => ({
    _id: uuidV7(),
    lotId,
    orderId: `order of ${detail}`,
    status: 'released',
    releaseReason,
    attempts: [
      {
        number: 1,
        state: 'failed',
        detail: 'earlier',
      },
      {
        number: 2,
        state: 'failed',
        detail,
      },
    ],
  });
  const fills = [failed('deadline', 'a'), failed('seller_default', 'b')];
  await records.fills.insertMany([...fills, failed('seller_default', 'c')] as never);
  const lot = (await records.lots.findOne({ _id: lotId }))!;
  const end = await lotEndOf(records, lot);
  expect(end).toMatchObject({
    status: 'defaulted',
    drawnTokens: 0,
    paidTokens: 0,
    refundedTokens: 1e3,
    refund: '1',
  });
  expect(end.reason).toBe(
    `The seller failed request ${fills[1]!._id} of order order of b in all its 2 attempts; ` +
      'the last one: b.',
  );
  await expect(lotEndOf(records, { ...lot, status: 'open' })).rejects.toThrow('has not ended');
});

test('a lot that nobody knows has no end', async () => {
  await expect(endLot(records, 'unknown')).rejects.toThrow('Lot unknown not found');
});
