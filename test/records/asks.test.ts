import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { bookName } from '../../domain/instruments';
import type { SellerDocument } from '../../records/documents/seller';
import { openBook } from './read-book';
import {
  MODEL,
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
  reservation,
  reserve,
  settlement,
} from './scenario';

const ONE = 100_000_000n;
const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

const records = recordsForFile();
beforeEach(() => clearRecords(records));
afterEach(() => expectSound(records));

describe('offering an ask', () => {
  const offeredBy = async (seller: Pick<SellerDocument, 'standing' | 'apiKeyHash'>) => {
    const createdAt = new Date();
    const sellerId = randomUUID();
    const nothing = { supportedModels: [], regions: [], owner: null, quotas: {} };
    await records.sellers.insertOne({
      _id: sellerId,
      ...seller,
      ...nothing,
      name: 'seller',
      endpointUrl: `https://${sellerId}.example.com`,
      registeredAt: createdAt,
      updatedAt: createdAt,
    });
    return records.ledger.asks.offer({
      apiKeyHash: 'hash of the key in the request',
      ask: {
        askId: uuidV7(),
        sellerId,
        surface: 'market',
        modelId: MODEL,
        tenor: 'spot',
        region: 'us-east',
        priceScale8: ONE,
        capacityTokens: 1e3,
        lotTokens: 1,
        validForSeconds: 60,
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 6e4),
      },
    });
  };

  it.each([
    ['Active', 'hash of the key in the request', 'offered'],
    ['Active', 'hash of a newer key', 'refused'],
    ['Suspended', 'hash of the key in the request', 'refused'],
    ['Banned', 'hash of the key in the request', 'refused'],
  ] as const)(
    'by a seller that is %s now, with the %s: %s',
    async (standing, apiKeyHash, status) => {
      expect(await offeredBy({ standing, apiKeyHash })).toMatchObject({ status });
      expect(await records.asks.countDocuments({})).toBe(status === 'offered' ? 1 : 0);
    },
  );
});

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

describe('loading a book', () => {
  const loadBook = () => openBook(records, BOOK);

  it('raises the epoch and reads active asks and their reserved fills', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const unplacedId = await placedAsk(records, { capacityTokens: 1_000 });
    await records.asks.updateOne({ _id: unplacedId }, { $set: { sequence: null } });
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const filledId = await placedAsk(records, { capacityTokens: 100 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    const settledId = await reserve(records, { accountId, askId: filledId, quantityTokens: 100 });
    await records.ledger.settleFill(settlement(settledId, 100));

    const loaded = await loadBook();
    expect(loaded).toEqual({
      epoch: 2,
      isHalted: false,
      asks: [
        expect.objectContaining({ askId, remainingTokens: 4_000, sequence: 1 }),
        expect.objectContaining({ askId: unplacedId, sequence: null }),
      ],
      bids: [],
      reservations: [{ fillId, askId, quantityTokens: 1_000, epoch: 1 }],
    });
    expect((await loadBook()).epoch).toBe(3);
    expect(await records.books.findOne({ _id: bookName(BOOK) })).toMatchObject({ epoch: 3 });
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

  it('is not undone by a placement that took longer', async () => {
    const askId = await placedAsk(records, { capacityTokens: 5_000, epoch: 0 });
    await loadBook();
    await loadBook();
    await records.ledger.asks.placed(askId, 4, 1);
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({ sequence: 4 });
    const accountId = await fundedAccount(records, 100n * ONE);
    const old = await reservation(records, { accountId, askId, quantityTokens: 1, epoch: 1 });
    expect(await records.ledger.reserveFill(old)).toMatchObject({ reason: 'stale_epoch' });
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
