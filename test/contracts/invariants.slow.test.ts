import { checkInvariants } from '../../records/invariants/check-invariants';
import { contractInvariants } from '../../records/invariants/contracts';
import {
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  settlement,
} from '../records/scenario';
import { draw, fillOrder, newOrder, nthFill } from './records-scenario';

const ONE = 100_000_000n;

const records = recordsForFile();
let orderId: string;
let contractId: string;
let lotId: string;

/** A resting order, filled in part; its lot has a settled draw and one under way. */
beforeEach(async () => {
  await clearRecords(records);
  const accountId = await fundedAccount(records, 100n * ONE);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const order = newOrder(accountId, { quantityTokens: 3_000 });
  await records.ledger.capacity.open(order);
  const fill = nthFill(order._id, 1, { askId, quantityTokens: 2_000 });
  await fillOrder(records, order._id, fill);
  [orderId, contractId, lotId] = [order._id, order.contractId, fill.fillId];
  const { fillId } = await draw(records, lotId, 500);
  await records.ledger.settleFill(settlement(fillId, 300));
  await draw(records, lotId, 100);
  await expectSound(records);
});

type Corruption = [id: string, what: string, corrupt: () => Promise<unknown>, where: () => string];

const corruptions: Corruption[] = [
  [
    'I22',
    'a lot that lost tokens',
    () => records.lots.updateOne({ _id: lotId }, { $inc: { remainingTokens: -1 } }),
    () => lotId,
  ],
  [
    'I22',
    'a draw that its lot does not know',
    () => records.fills.updateOne({ kind: 'draw', status: 'settled' }, { $inc: { usedTokens: 1 } }),
    () => lotId,
  ],
  [
    'I22',
    'escrow that is not worth what is undrawn',
    () =>
      records.lots.updateOne(
        { _id: lotId },
        { $inc: { escrowScale8: -1_000n, earnedScale8: 1_000n } },
      ),
    () => lotId,
  ],
  [
    'I23',
    'a draw whose journal is gone',
    () => records.journals.deleteOne({ kind: 'draw' }),
    () => lotId,
  ],
  [
    'I24',
    'a contract that lacks a lot',
    () => records.lots.deleteOne({ _id: lotId }),
    () => contractId,
  ],
  [
    'I25',
    'an order that is open for nothing',
    () => records.contractOrders.updateOne({ _id: orderId }, { $set: { status: 'filled' } }),
    () => orderId,
  ],
  [
    'I26',
    'a resting order that holds too little',
    () =>
      records.holds.updateOne({ _id: orderId }, { $inc: { openScale8: -1n, releasedScale8: 1n } }),
    () => orderId,
  ],
  [
    'I27',
    'a fill that was not printed',
    () => records.trades.deleteOne({ _id: lotId }),
    () => lotId,
  ],
  [
    'I30',
    'a lot that is open long after its window',
    () => records.lots.updateOne({ _id: lotId }, { $set: { endsAt: new Date(0) } }),
    () => lotId,
  ],
];

describe('the invariants of contracts', () => {
  it.each(corruptions)('%s finds %s', async (id, _what, corrupt, where) => {
    await corrupt();
    const result = (await checkInvariants(records)).find((invariant) => invariant.id === id);
    expect(result).toMatchObject({ status: 'violated', error: null });
    expect(result?.samples).toContain(where());
  });

  it('each have a corruption that they find', () => {
    expect([...new Set(corruptions.map(([id]) => id))]).toEqual(
      contractInvariants.map(({ id }) => id),
    );
  });
});
