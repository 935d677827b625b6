/** Each clause of the invariants of asks, holds, orders and trades of chats has a corruption it finds. */
import { askInvariants } from '../../records/invariants/asks';
import { holdInvariants } from '../../records/invariants/holds';
import { orderInvariants } from '../../records/invariants/orders';
import { tradeInvariants } from '../../records/invariants/trades';
import { newJournal } from '../../records/ledger/journal-lines';
import { type Corruption, testClauses } from './clauses';
import { recordsForFile, fundedAccount, placedAsk, reserve, settlement } from './scenario';

/** Price x quantity is no whole number: what is held is rounded up, and what is paid half up. */
const PRICE_SCALE8 = 100_000_001n;
const QUANTITY_TOKENS = 1_001;

const KEY_ID = 'limited';

const records = recordsForFile();
let accountId: string;
let askId: string;
let settledId: string;
let releasedId: string;
let reservedId: string;
let orderIds: Record<'settled' | 'reserved', string>;

beforeAll(async () => {
  accountId = await fundedAccount(records, 10_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 10_000, priceScale8: PRICE_SCALE8 });
  const parts = { accountId, askId, quantityTokens: QUANTITY_TOKENS };
  settledId = await reserve(records, parts);
  await records.ledger.settleFill(settlement(settledId, 500, { fees: () => 100 }));
  releasedId = await reserve(records, parts);
  await records.ledger.releaseFill({ fillId: releasedId, reason: 'seller_failed' });
  reservedId = await reserve(records, parts);
  const orderOf = async (_id: string) => (await records.fills.findOne({ _id }))!.orderId;
  orderIds = { settled: await orderOf(settledId), reserved: await orderOf(reservedId) };
  await records.buyerKeys.insertOne({
    _id: KEY_ID,
    accountId,
    hash: KEY_ID,
    label: null,
    quotas: {},
    spend: { heldScale8: 0n, usedScale8: 0n },
    createdAt: new Date(),
    revokedAt: null,
  });
});

const changeHold = (_id: string, parts: Record<string, bigint>, status?: string) => {
  const added = Object.entries(parts).map(([name, by]) => [`hold.${name}Scale8`, by]);
  const set = status === undefined ? {} : { $set: { 'hold.status': status } };
  return records.fills.updateOne({ _id }, { $inc: Object.fromEntries(added), ...set } as never);
};
const changeSpend = (part: string) =>
  records.buyerKeys.updateOne({ _id: KEY_ID }, { $inc: { [`spend.${part}Scale8`]: 1n } } as never);
const addToKey = (_id: string) =>
  records.fills.updateOne({ _id }, { $set: { keyId: KEY_ID, isCapped: true } });
const changeAsk = (by: Record<string, number>) =>
  records.asks.updateOne({ _id: askId }, { $inc: by } as never);
const changeTrade = (by: Record<string, bigint>) =>
  records.trades.updateOne({ _id: settledId }, { $inc: by } as never);
/** Adds to the posted line of the capture on an account. */
const changeCapture = async (account: string, by: bigint) => {
  const { lines } = (await records.journals.findOne({ _id: `capture:${settledId}` }))!;
  const changed = lines.map((line) =>
    line.phase === 'posted' && line.account.startsWith(account)
      ? { ...line, amountScale8: line.amountScale8 + by }
      : line,
  );
  await records.journals.updateOne({ _id: `capture:${settledId}` }, { $set: { lines: changed } });
};
const addJournal = (kind: 'hold' | 'release', fillId: string) =>
  records.journals.insertOne(
    newJournal({
      _id: `${kind}:added`,
      kind,
      accountId,
      fillId,
      holdId: fillId,
      lines: [],
      createdAt: new Date(),
    }),
  );
const changeOrder = (_id: string, parts: object) =>
  records.orders.updateOne({ _id }, { $set: parts });
const amountScale8 = 100_100_002n;

const holds: Corruption[] = [
  ['I5', 'a part that is missing', () => changeHold(settledId, { released: -1n }), () => settledId],
  [
    'I5',
    'less than nothing that was released',
    async () => {
      const { hold } = (await records.fills.findOne({ _id: settledId }))!;
      const { releasedScale8 } = hold!;
      await changeHold(settledId, {
        released: -releasedScale8 - 1n,
        captured: releasedScale8 + 1n,
      });
    },
    () => settledId,
  ],
  [
    'I5',
    'less than nothing that is open',
    () => changeHold(settledId, { open: -1n, released: 1n }),
    () => settledId,
  ],
  [
    'I5',
    'a resolved hold with an open part',
    () => changeHold(releasedId, { open: 1n, released: -1n }),
    () => releasedId,
  ],
  [
    'I5',
    'a captured hold that captured nothing',
    async () => {
      const { hold } = (await records.fills.findOne({ _id: settledId }))!;
      const { capturedScale8: captured } = hold!;
      await changeHold(settledId, { captured: -captured, released: captured });
    },
    () => settledId,
  ],
  [
    'I5',
    'journals of a hold that does not exist',
    async () => {
      await addJournal('hold', 'unknown');
      await addJournal('release', 'unknown');
    },
    () => 'unknown',
  ],
  [
    'I5',
    'a hold that was resolved twice',
    () => addJournal('release', releasedId),
    () => releasedId,
  ],
  [
    'I5',
    'a hold that no journal took',
    () => records.journals.deleteOne({ _id: `hold:${reservedId}` }),
    () => reservedId,
  ],
  ['I5', 'a hold that was taken twice', () => addJournal('hold', reservedId), () => reservedId],
  [
    'I5',
    'an open hold that was resolved',
    () => addJournal('release', reservedId),
    () => reservedId,
  ],
  [
    'I5',
    'a capture that is told as a release',
    () =>
      records.journals.updateOne({ _id: `capture:${settledId}` }, { $set: { kind: 'release' } }),
    () => settledId,
  ],
  [
    'I6',
    'a balance that holds more than its open holds',
    () => records.balances.updateOne({ _id: accountId }, { $inc: { heldScale8: 1n } }),
    () => accountId,
  ],
  [
    'I6',
    'a balance that holds less than its open holds',
    () => records.balances.updateOne({ _id: accountId }, { $inc: { heldScale8: -1n } }),
    () => accountId,
  ],
  ['I7', 'a negative capture', () => changeHold(reservedId, { captured: -1n }), () => reservedId],
  [
    'I7',
    'a capture of more than is held',
    () => changeHold(reservedId, { captured: amountScale8 + 1n }),
    () => reservedId,
  ],
  [
    'I7',
    'a hold of more than price x quantity',
    () => changeHold(reservedId, { amount: 1n }),
    () => reservedId,
  ],
  [
    'I7',
    'a hold of less than price x quantity',
    () => changeHold(reservedId, { amount: -1n }),
    () => reservedId,
  ],
  [
    'I7',
    'a price above the ceiling of its order',
    () => changeOrder(orderIds.reserved, { ceilingScale8: PRICE_SCALE8 - 1n }),
    () => reservedId,
  ],
  ['I31', 'a key that holds what no request does', () => changeSpend('held'), () => KEY_ID],
  ['I31', 'a request whose key does not hold it', () => addToKey(reservedId), () => KEY_ID],
  ['I31', 'a key with a use that no request had', () => changeSpend('used'), () => KEY_ID, 'all'],
  [
    'I31',
    'a charge that is not in the use of its key',
    () => addToKey(settledId),
    () => KEY_ID,
    'all',
  ],
];

const trades: Corruption[] = [
  [
    'I8',
    'a trade of nothing without its fill',
    async () => {
      const trade = (await records.trades.findOne({ _id: settledId }))!;
      await records.trades.insertOne({ ...trade, _id: 'ffffffff' });
    },
    () => 'ffffffff',
  ],
  [
    'I8',
    'a second capture',
    async () => {
      const journal = (await records.journals.findOne({ _id: `capture:${settledId}` }))!;
      await records.journals.insertOne({ ...journal, _id: 'capture:again' });
    },
    () => settledId,
  ],
  [
    'I8',
    'a settled fill without its trade',
    () => records.trades.deleteOne({ _id: settledId }),
    () => settledId,
  ],
  [
    'I8',
    'a trade without its capture',
    () => records.journals.deleteOne({ _id: `capture:${settledId}` }),
    () => settledId,
  ],
  [
    'I8',
    'a capture that pays another seller',
    () =>
      records.journals.updateOne({ _id: `capture:${settledId}` }, { $set: { sellerId: 'other' } }),
    () => settledId,
  ],
  [
    'I8',
    'a trade of another seller',
    () => records.trades.updateOne({ _id: settledId }, { $set: { sellerId: 'another' } }),
    () => settledId,
  ],
  [
    'I9',
    "a price that is not the ask's",
    () => records.asks.updateOne({ _id: askId }, { $inc: { priceScale8: -1n } }),
    () => settledId,
  ],
  [
    'I9',
    "a seller that is not the ask's",
    () => records.asks.updateOne({ _id: askId }, { $set: { sellerId: 'another' } }),
    () => settledId,
  ],
  [
    'I9',
    'a price that was rounded wrongly and posted',
    async () => {
      await changeTrade({ grossScale8: -1n, netScale8: -1n });
      await changeCapture('buyer:', -1n);
      await changeCapture('seller:', -1n);
    },
    () => settledId,
  ],
  [
    'I9',
    'parts that are less than the price',
    async () => {
      await changeTrade({ netScale8: -1n });
      await changeCapture('seller:', -1n);
    },
    () => settledId,
  ],
  ['I9', 'a buyer who paid more', () => changeCapture('buyer:', 1n), () => settledId],
  ['I9', 'a seller who received less', () => changeCapture('seller:', -1n), () => settledId],
  ['I9', 'a higher fee', () => changeCapture('platform:fees', 1n), () => settledId],
];

const key = (_id: string) => ({
  _id,
  fingerprint: 'same',
  orderId: orderIds.settled,
  status: 'done' as const,
  response: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 6e4),
});
const orders: Corruption[] = [
  [
    'I10',
    'an order that two keys name',
    () => records.idempotency.insertMany([key('chat:one'), key('chat:two')] as never),
    () => orderIds.settled,
  ],
  [
    'I10',
    'a filled order whose fill is another',
    () => changeOrder(orderIds.settled, { fillId: 'another' }),
    () => orderIds.settled,
  ],
  [
    'I10',
    'an order with two live fills',
    async () => {
      await records.fills.updateOne({ _id: releasedId }, { $set: { status: 'reserved' } });
      await records.fills.updateOne({ _id: releasedId }, { $set: { orderId: orderIds.settled } });
    },
    () => orderIds.settled,
  ],
  [
    'I16',
    'a settled fill whose answer nobody delivered',
    () => records.fills.updateOne({ _id: settledId }, { $set: { 'attempts.0.state': 'failed' } }),
    () => settledId,
  ],
  [
    'I10',
    'a refused order with a live fill',
    () => changeOrder(orderIds.reserved, { status: 'refused' }),
    () => orderIds.reserved,
  ],
  [
    'I10',
    'an open order that was charged',
    () => changeOrder(orderIds.settled, { status: 'open' }),
    () => orderIds.settled,
  ],
  [
    'I10',
    'an order that names no fill but has one',
    () => changeOrder(orderIds.reserved, { fillId: null }),
    () => orderIds.reserved,
  ],
  [
    'I28',
    'a request under way that its account does not count',
    () => records.balances.updateOne({ _id: accountId }, { $inc: { requestsUnderWay: -1 } }),
    () => accountId,
  ],
  ['I11', 'capacity that was added', () => changeAsk({ remainingTokens: 1 }), () => askId],
  [
    'I11',
    'a part below zero',
    () => changeAsk({ cancelledTokens: -1, remainingTokens: 1 }),
    () => askId,
  ],
  [
    'I11',
    'a remainder of an ask that has expired',
    () => records.asks.updateOne({ _id: askId }, { $set: { status: 'expired' } }),
    () => askId,
  ],
  [
    'I11',
    'a reservation that no fill has',
    () => changeAsk({ reservedTokens: 1, remainingTokens: -1 }),
    () => askId,
  ],
  [
    'I11',
    'a sale that no fill has',
    () => changeAsk({ soldTokens: 1, remainingTokens: -1 }),
    () => askId,
  ],
  [
    'I11',
    'a fill of an ask that does not exist',
    async () => {
      const fill = (await records.fills.findOne({ _id: settledId }))!;
      await records.fills.insertOne({ ...fill, _id: 'ffff', askId: 'unknown', usedTokens: 0 });
    },
    () => 'unknown',
  ],
];

const invariants = [...holdInvariants, ...tradeInvariants, ...orderInvariants, ...askInvariants];

testClauses(() => records, invariants, [...holds, ...trades, ...orders]);
