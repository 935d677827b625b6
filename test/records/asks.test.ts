import { bookName } from '../../domain/instruments';
import type { WritableRecords } from '../../records/connect';
import { raiseAsks } from '../../records/raise-epoch';
import { writable } from '../../records/writable';
import {
  CLAIM,
  MODEL,
  clearRecords,
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reservation,
  reserve,
  settlement,
} from './scenario';

const ONE = 100_000_000n;
const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
beforeEach(() => clearRecords(records));
afterEach(() => expectSound(records));
afterAll(() => dropRecords(records));

describe('cancelling an ask', () => {
  it('takes the remainder, once, and only by its seller', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const { sellerId } = (await records.asks.findOne({ _id: askId }))!;
    await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    expect(await records.ledger.cancelAsk(askId, 'another')).toEqual({ status: 'not_active' });
    expect(await records.ledger.cancelAsk(askId, sellerId)).toEqual({
      status: 'cancelled',
      cancelledTokens: 4_000,
    });
    expect(await records.ledger.cancelAsk(askId, sellerId)).toEqual({ status: 'not_active' });
  });

  it.each([
    ['released', 0, 5_000],
    ['settled', 300, 4_700],
  ] as const)('gets what a fill %s later leaves over', async (how, sold, cancelled) => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const { sellerId } = (await records.asks.findOne({ _id: askId }))!;
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.cancelAsk(askId, sellerId);
    if (how === 'settled') await records.ledger.settleFill(settlement(fillId, 300));
    else await records.ledger.releaseFill({ fillId, reason: 'seller_failed' });
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      status: 'cancelled',
      remainingTokens: 0,
      reservedTokens: 0,
      soldTokens: sold,
      cancelledTokens: cancelled,
    });
  });
});

describe('expiring an ask', () => {
  it('waits for its time', async () => {
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    expect(await records.ledger.expireAsk(askId)).toBe(false);
    expect(await records.ledger.asks.expired(10)).toEqual([]);
  });

  it('finds it and takes the remainder, once', async () => {
    const askId = await placedAsk(records, { capacityTokens: 5_000, validForSeconds: 0 });
    expect(await records.ledger.asks.expired(10)).toMatchObject([{ _id: askId }]);
    expect(await records.ledger.expireAsk(askId)).toBe(true);
    expect(await records.ledger.expireAsk(askId)).toBe(false);
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      status: 'expired',
      remainingTokens: 0,
      expiredTokens: 5_000,
    });
  });

  it('does not offer again what a fill leaves over after the time', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000, validForSeconds: 0 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.settleFill(settlement(fillId, 400));
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      status: 'expired',
      remainingTokens: 0,
      soldTokens: 400,
      expiredTokens: 600,
    });
  });
});

describe('an ask that the book has not taken', () => {
  it('is found until it is placed', async () => {
    const terms = { sellerId: 'seller', capacityTokens: 10, lotTokens: 1, validForSeconds: 60 };
    const ask = {
      ...BOOK,
      ...terms,
      askId: 'ask',
      surface: 'seller',
      region: 'apac',
      priceScale8: 1n,
      createdAt: new Date(),
      expiresAt: new Date(Date.now() + 60_000),
    } as const;
    expect(await records.ledger.asks.create(ask)).toMatchObject({ sequence: null, epoch: null });
    expect(await records.ledger.asks.create(ask)).toMatchObject({ remainingTokens: 10 });
    expect(await records.ledger.asks.unplaced(60_000, 10)).toEqual([]);
    expect(await records.ledger.asks.unplaced(0, 10)).toMatchObject([{ _id: 'ask' }]);
    await records.ledger.asks.placed('ask', 5, 1);
    expect(await records.ledger.asks.unplaced(0, 10)).toEqual([]);
  });
});

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = [];
  for await (const row of rows) read.push(row);
  return read;
}

describe('loading a book', () => {
  /** The whole book, as the rebuild reads it. */
  async function loadBook() {
    const { asks, bids, reservations, close, ...book } = await records.loadBook(BOOK, CLAIM);
    const read = {
      ...book,
      bids: await all(bids),
      asks: await all(asks),
      reservations: await all(reservations),
    };
    await close();
    return read;
  }

  it('raises the epoch and reads active asks and their reserved fills', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const filledId = await placedAsk(records, { capacityTokens: 100 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    const settledId = await reserve(records, { accountId, askId: filledId, quantityTokens: 100 });
    await records.ledger.settleFill(settlement(settledId, 100));

    const loaded = await loadBook();
    expect(loaded).toEqual({
      epoch: 1,
      isHalted: false,
      asks: [expect.objectContaining({ askId, remainingTokens: 4_000, sequence: 1 })],
      bids: [],
      reservations: [{ fillId, askId, quantityTokens: 1_000, epoch: 1 }],
    });
    expect((await loadBook()).epoch).toBe(2);
    expect(await records.books.findOne({ _id: bookName(BOOK) })).toMatchObject({ epoch: 2 });
  });

  it('refuses from then on what was taken in the epoch before', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 5_000, epoch: 0 });
    await loadBook();
    await loadBook();
    const old = await reservation(records, { accountId, askId, quantityTokens: 1, epoch: 1 });
    expect(await records.ledger.reserveFill(old)).toMatchObject({ reason: 'stale_epoch' });
    const now = await reservation(records, { accountId, askId, quantityTokens: 1, epoch: 2 });
    expect(await records.ledger.reserveFill(now)).toEqual({ status: 'reserved' });
  });

  it.each([1, 2, 3, 4, 5])('raises every ask, with pages of %i', async (asksPerRaise) => {
    const askIds: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      askIds.push(await placedAsk(records, { capacityTokens: 5_000, epoch: at }));
    }
    await raiseAsks({ asks: writable(records.asks) }, BOOK, 9, asksPerRaise);
    const asks = await records.asks.find({ _id: { $in: askIds } }).toArray();
    expect(asks.map(({ epoch }) => epoch)).toEqual([9, 9, 9, 9]);
  });

  it('is not undone by a placement that took longer', async () => {
    const askId = await placedAsk(records, { capacityTokens: 5_000, epoch: 0 });
    await loadBook();
    await loadBook();
    await records.ledger.asks.placed(askId, 4, 1);
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({ sequence: 4, epoch: 2 });
  });

  it('misses no reservation that is made meanwhile', async () => {
    const accountId = await fundedAccount(records, 1_000n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 100_000, epoch: 0 });
    let { epoch } = await loadBook();
    for (let round = 0; round < 5; round++) {
      const requests = await Promise.all(
        Array.from({ length: 10 }, () =>
          reservation(records, { accountId, askId, quantityTokens: 100, epoch }),
        ),
      );
      const [loaded, ...results] = await Promise.all([
        loadBook(),
        ...requests.map((request) => records.ledger.reserveFill(request)),
      ]);
      const reserved = requests.filter((_, index) => results[index]?.status === 'reserved');
      const seen = new Set(loaded.reservations.map(({ fillId }) => fillId));
      expect(reserved.filter(({ fill }) => !seen.has(fill.fillId))).toEqual([]);
      epoch = loaded.epoch;
    }
  });
});
