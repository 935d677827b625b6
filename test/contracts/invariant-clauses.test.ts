/** Each clause of the invariants of lots, contracts and their orders has a corruption that it finds. */
import { contractInvariants } from '../../records/invariants/contracts';
import { type Corruption, testClauses } from '../records/clauses';
import { recordsForFile, fundedAccount, placedAsk, settlement } from '../records/scenario';
import { draw, fillOrder, newOrder, nthFill } from './records-scenario';

/** Above the price of the ask; price x open quantity is no whole number. */
const LIMIT_SCALE8 = 100_000_001n;

const records = recordsForFile();
let askId: string;
let orderId: string;
let contractId: string;
let lotId: string;
let drawId: string;

beforeAll(async () => {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 10_000 });
  const order = newOrder(accountId, { quantityTokens: 3_000, limitPriceScale8: LIMIT_SCALE8 });
  await records.ledger.capacity.open(order);
  const fill = nthFill(order._id, 1, { askId, quantityTokens: 2_001 });
  await fillOrder(records, order._id, fill);
  [orderId, contractId, lotId] = [order._id, order.contractId, fill.fillId];
  ({ fillId: drawId } = await draw(records, lotId, 500));
  await records.ledger.settleFill(settlement(drawId, 300));
  await draw(records, lotId, 100);
});

type Parts = Readonly<Record<string, number | bigint>>;

const changeLot = ($inc: Parts, $set: object = {}) =>
  records.lots.updateOne({ _id: lotId }, { $inc, $set } as never);
const changeContract = ($inc: Parts) =>
  records.contracts.updateOne({ _id: contractId }, { $inc } as never);
const changeOrder = ($inc: Parts, $set: object = {}) =>
  records.contractOrders.updateOne({ _id: orderId }, { $inc, $set } as never);
const changeHold = ($inc: Parts, $set: object = {}) =>
  records.holds.updateOne({ _id: orderId }, { $inc, $set } as never);
const changeFill = ($inc: Parts) => records.fills.updateOne({ _id: lotId }, { $inc } as never);
const changeDraw = (parts: object) => records.fills.updateOne({ _id: drawId }, { $set: parts });

/** Everything of the lot was drawn, by the draw that has ended. */
const drawnLot = async () => {
  const { quantityTokens, costScale8 } = (await records.lots.findOne({ _id: lotId }))!;
  await records.fills.updateMany({ kind: 'draw', _id: { $ne: drawId } }, [
    { $set: { status: 'released' } },
  ]);
  await changeDraw({ usedTokens: quantityTokens });
  const none = { remainingTokens: 0, reservedTokens: 0, escrowScale8: 0n, refundedScale8: 0n };
  await changeLot({}, { ...none, drawnTokens: quantityTokens, earnedScale8: costScale8 });
};

const lots: Corruption[] = [
  ['I22', 'tokens that are missing', () => changeLot({ remainingTokens: -1 }), () => lotId],
  [
    'I22',
    'less than nothing that was paid',
    () => changeLot({ paidTokens: -1, refundedTokens: 1 }),
    () => lotId,
  ],
  [
    'I22',
    'money that is neither in escrow, earned nor refunded',
    () => changeLot({ escrowScale8: -1n }),
    () => lotId,
  ],
  [
    'I22',
    'a hundredth of a cent in escrow of a lot without tokens',
    async () => {
      await drawnLot();
      await changeLot({ escrowScale8: 1n, earnedScale8: -1n });
    },
    () => lotId,
  ],
  [
    'I22',
    'an escrow below zero',
    async () => {
      const one = { quantityTokens: 2, remainingTokens: 1, reservedTokens: 0, drawnTokens: 1 };
      await records.fills.updateMany({ kind: 'draw', _id: { $ne: drawId } }, [
        { $set: { status: 'released' } },
      ]);
      await changeDraw({ usedTokens: 1 });
      // The value of its undrawn token is below one unit.
      const money = { priceScale8: 1n, costScale8: 0n, escrowScale8: -1n, earnedScale8: 1n };
      await changeLot({}, { ...one, ...money, refundedScale8: 0n });
    },
    () => lotId,
  ],
  [
    'I22',
    'an escrow that is worth more than what is undrawn',
    () => changeLot({ escrowScale8: 10n, earnedScale8: -10n }),
    () => lotId,
  ],
  [
    'I22',
    'an escrow that is worth less than what is undrawn',
    () => changeLot({ escrowScale8: -10n, earnedScale8: 10n }),
    () => lotId,
  ],
  [
    'I22',
    'a draw of nothing on an unknown lot',
    async () => {
      const fill = (await records.fills.findOne({ _id: drawId }))!;
      await records.fills.insertOne({ ...fill, _id: 'f', lotId: 'unknown', usedTokens: 0 });
    },
    () => 'unknown',
    'all',
  ],
  [
    'I22',
    'a remainder of a lot that has ended',
    () => changeLot({}, { status: 'expired' }),
    () => lotId,
    'all',
  ],
  [
    'I22',
    'tokens that are reserved for no draw',
    () => changeLot({ reservedTokens: 1, remainingTokens: -1 }),
    () => lotId,
  ],
  ['I22', 'tokens that no draw took', () => changeDraw({ usedTokens: 299 }), () => lotId],
  [
    'I23',
    'a draw without its journal',
    () => records.journals.deleteOne({ kind: 'draw' }),
    () => lotId,
  ],
  [
    'I30',
    'a lot that is open long after its window',
    () => changeLot({}, { endsAt: new Date(0) }),
    () => lotId,
  ],
  ['I23', 'an escrow above its journals', () => changeLot({ escrowScale8: 1n }), () => lotId],
  ['I23', 'an escrow below its journals', () => changeLot({ escrowScale8: -1n }), () => lotId],
];

const orders: Corruption[] = [
  [
    'I24',
    'a lot of nothing without its contract',
    async () => {
      const lot = (await records.lots.findOne({ _id: lotId }))!;
      const nothing = { quantityTokens: 0, costScale8: 0n };
      await records.lots.insertOne({ ...lot, ...nothing, _id: 'f', contractId: 'unknown' });
    },
    () => 'unknown',
  ],
  ['I24', 'tokens that no lot has', () => changeLot({ quantityTokens: -1 }), () => contractId],
  ['I24', 'a cost that no lot has', () => changeLot({ costScale8: -1n }), () => contractId],
  [
    'I24',
    'an order that names another contract',
    () => changeOrder({}, { contractId: 'another' }),
    () => contractId,
  ],
  [
    'I24',
    'tokens that its order did not buy',
    () => changeOrder({ filledTokens: -1 }),
    () => contractId,
  ],
  [
    'I24',
    'a cost that its order did not pay',
    () => changeOrder({ costScale8: -1n }),
    () => contractId,
  ],
  [
    'I24',
    'a contract of more tokens',
    () => changeContract({ quantityTokens: 1 }),
    () => contractId,
  ],
  ['I25', 'a quantity that is missing', () => changeOrder({ openTokens: -1 }), () => orderId],
  [
    'I25',
    'a closed quantity below zero',
    () => changeOrder({ closedTokens: -1, openTokens: 1 }),
    () => orderId,
  ],
  [
    'I25',
    'a filled quantity below zero',
    () => changeOrder({ closedTokens: 2_002, filledTokens: -2_002 }),
    () => orderId,
  ],
  [
    'I25',
    'an open order for nothing',
    () => changeOrder({ openTokens: -999, closedTokens: 999 }),
    () => orderId,
  ],
  [
    'I25',
    'an open quantity of an order that was cancelled',
    () => changeOrder({}, { status: 'cancelled' }),
    () => orderId,
  ],
  [
    'I25',
    'an order that is called filled and was not',
    () => changeOrder({ openTokens: -999, closedTokens: 999 }, { status: 'filled' }),
    () => orderId,
  ],
];

const holds: Corruption[] = [
  ['I26', "a price that is not the order's", () => changeHold({ priceScale8: -1n }), () => orderId],
  [
    'I26',
    'less than the open quantity needs',
    () => changeHold({ openScale8: -1n, releasedScale8: 1n }),
    () => orderId,
  ],
  [
    'I26',
    'more than the open quantity needs',
    () => changeHold({ openScale8: 1n, releasedScale8: -1n }),
    () => orderId,
  ],
  ['I26', 'a part that is missing', () => changeHold({ amountScale8: 1n }), () => orderId],
  [
    'I26',
    'less than nothing that was captured',
    async () => {
      const { capturedScale8 } = (await records.holds.findOne({ _id: orderId }))!;
      await changeHold({
        capturedScale8: -capturedScale8 - 1n,
        releasedScale8: capturedScale8 + 1n,
      });
    },
    () => orderId,
  ],
  [
    'I26',
    'less than nothing that was released',
    async () => {
      const { releasedScale8 } = (await records.holds.findOne({ _id: orderId }))!;
      await changeHold({
        releasedScale8: -releasedScale8 - 1n,
        capturedScale8: releasedScale8 + 1n,
      });
    },
    () => orderId,
  ],
  [
    'I26',
    'an open part of a hold that was resolved',
    () => changeHold({}, { status: 'released' }),
    () => orderId,
  ],
];

const fills: Corruption[] = [
  ['I27', 'a fill without a lot', () => records.lots.deleteOne({ _id: lotId }), () => lotId],
  ['I27', 'a fill without a trade', () => records.trades.deleteOne({ _id: lotId }), () => lotId],
  ['I27', 'a lot of fewer tokens', () => changeLot({ quantityTokens: -1 }), () => lotId],
  ['I27', 'a lot of another cost', () => changeLot({ costScale8: -1n }), () => lotId],
  [
    'I27',
    'a trade of another cost',
    () => records.trades.updateOne({ _id: lotId }, { $inc: { grossScale8: -1n } }),
    () => lotId,
  ],
  [
    'I27',
    'a price below its ask',
    () => records.asks.updateOne({ _id: askId }, { $inc: { priceScale8: 1n } }),
    () => lotId,
  ],
  [
    'I27',
    'a price above its limit',
    () => changeOrder({}, { limitPriceScale8: 99_999_999n }),
    () => lotId,
  ],
  [
    'I27',
    'a cost that is not price x quantity',
    async () => {
      await changeFill({ costScale8: 2n });
      await changeLot({ costScale8: 2n });
      await records.trades.updateOne({ _id: lotId }, { $inc: { grossScale8: 2n } });
    },
    () => lotId,
  ],
];

testClauses(() => records, contractInvariants, [...lots, ...orders, ...holds, ...fills]);
