/** What the records tell a relay: what became of a reservation, and which orders have changed. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { BookOrderName, BookReservation } from '../../followers/relay/ports';
import { relayPorts } from '../../followers/relay/record-ports';
import {
  clearRecords,
  recordsForFile,
  EPOCH,
  fundedAccount,
  MODEL,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const BOOK = { modelId: MODEL, tenor: 'spot' } as const;
const QUANTITY = 100;
const HOUR_MS = 3_600_000;

const records = recordsForFile();
let accountId: string;
let askId: string;
beforeEach(async () => {
  accountId = await fundedAccount(records, 1_000_000_000_000n);
  askId = await placedAsk(records, { capacityTokens: 10_000 });
});
afterEach(() => clearRecords(records));

function ports() {
  const refuse = () => Promise.reject(new Error('not called'));
  return relayPorts(records, {
    rebuild: refuse,
    publish: refuse,
    filled: refuse,
    expiredBids: refuse,
  });
}

function reservationOf(fillId: string, parts: Partial<BookReservation> = {}): BookReservation {
  return {
    book: BOOK,
    fillId,
    askId,
    orderId: null,
    quantityTokens: QUANTITY,
    epoch: EPOCH,
    atMs: Date.now(),
    ...parts,
  };
}

const outcomeOf = async (reservation: BookReservation) =>
  (await ports().outcomes([reservation])).get(reservation.fillId);
const reserved = () => reserve(records, { accountId, askId, quantityTokens: QUANTITY });
const newId = () => uuidV7At(Date.now(), randomUUID());

describe('a reservation', () => {
  test('is held while its fill is, and gives back what a settled one has not used', async () => {
    const fillId = await reserved();
    expect(await outcomeOf(reservationOf(fillId))).toEqual({ state: 'held' });
    await records.ledger.settleFill(settlement(fillId, QUANTITY - 30));
    expect(await outcomeOf(reservationOf(fillId))).toEqual({ state: 'ended', unusedTokens: 30 });
    const whole = await reserved();
    await records.ledger.settleFill(settlement(whole, QUANTITY));
    expect(await outcomeOf(reservationOf(whole))).toEqual({ state: 'ended', unusedTokens: 0 });
  });

  test('gives back everything when its fill was released', async () => {
    const fillId = await reserved();
    await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
    expect(await outcomeOf(reservationOf(fillId))).toEqual({
      state: 'ended',
      unusedTokens: QUANTITY,
    });
  });

  test('has no outcome by a fill that was made in another epoch of its book', async () => {
    const fillId = await reserved();
    expect(await outcomeOf(reservationOf(fillId, { epoch: EPOCH + 1 }))).toBeUndefined();
    expect(await outcomeOf(reservationOf(newId()))).toBeUndefined();
  });

  test('for an open order waits a day for its workflow; for one that has ended it does not', async () => {
    const [open, ended] = [newId(), newId()];
    await records.contractOrders.insertMany([
      { _id: open, status: 'open', ...BOOK },
      { _id: ended, status: 'cancelled', ...BOOK },
    ] as never);
    const filled = (orderId: string, hoursAgo: number) =>
      outcomeOf(reservationOf(newId(), { orderId, atMs: Date.now() - hoursAgo * HOUR_MS }));
    expect(await filled(open, 0)).toEqual({ state: 'held' });
    expect(await filled(open, 23)).toEqual({ state: 'held' });
    expect(await filled(open, 25)).toBeUndefined();
    expect(await filled(ended, 0)).toBeUndefined();
  });
});

test('an ask that a relay places late has the owner of its seller', async () => {
  const [owned, free] = [randomUUID(), randomUUID()];
  const sellers = [
    { _id: owned, owner: 'acme', endpointUrl: owned, apiKeyHash: owned },
    { _id: free, owner: null, endpointUrl: free, apiKeyHash: free },
  ];
  await records.sellers.insertMany(sellers as never);
  const asks = [
    await placedAsk(records, { capacityTokens: 10, sellerId: owned }),
    await placedAsk(records, { capacityTokens: 10, sellerId: free }),
  ];
  const unplaced = { sequence: null, createdAt: new Date(Date.now() - 60_000) };
  await records.asks.updateMany({ _id: { $in: asks } }, { $set: unplaced });
  const found = await ports().unplacedAsks(BOOK);
  expect(new Map(found.map((ask) => [ask.askId, ask.owner ?? null]))).toEqual(
    new Map([
      [asks[0]!, 'acme'],
      [asks[1]!, null],
    ]),
  );
});

describe('orders that have ended', () => {
  const end = (ids: readonly string[]) =>
    records.asks.updateMany({ _id: { $in: [...ids] } }, { $set: { status: 'cancelled' } });
  const idsOf = (ended: readonly BookOrderName[] | null) => (ended ?? []).map(({ id }) => id);

  test('are reported once, however many end at once', async () => {
    const relay = ports();
    expect(await relay.endedOrders()).toBeNull();
    const [template] = await records.asks.find({}).toArray();
    const asks = Array.from({ length: 1_100 }, () => ({ ...template!, _id: newId() }));
    await records.asks.insertMany(asks);
    await end(asks.map(({ _id }) => _id));
    expect(idsOf(await relay.endedOrders()).sort()).toEqual(asks.map(({ _id }) => _id).sort());
    expect(await relay.endedOrders()).toEqual([]);
  });

  test('are bids, too, and not those of which something else has changed', async () => {
    const relay = ports();
    await relay.endedOrders();
    const [ended, placed] = [newId(), newId()];
    const terms = { status: 'open', timeInForce: 'GTC', sequence: null, ...BOOK };
    const orders = [ended, placed].map((_id) => ({ _id, ...terms }));
    await records.contractOrders.insertMany(orders as never);
    await records.contractOrders.updateOne({ _id: placed }, { $set: { sequence: 4 } });
    await records.contractOrders.updateOne({ _id: ended }, { $set: { status: 'filled' } });
    expect(await relay.endedOrders()).toEqual([{ side: 'bid', id: ended }]);
  });
});
