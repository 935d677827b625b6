/** The steps that move a standing, on the records alone: what they count, and what leaves the market. */
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import type { Settings } from '../../config/settings';
import type { BookId } from '../../domain/instruments';
import { uuidV7At } from '../../domain/ids';
import { OrderBooks } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import { StandingService } from '../../exchange/judging/standing-service';
import { asDouble } from '../../records/collections';
import { connectRecords, type WritableRecords } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { SellerDocument } from '../../records/documents/seller';
import { dropRecords, MODEL, placedAsk } from '../records/scenario';
import { testSettings } from '../support/environment';

const SPOT: BookId = { modelId: MODEL, tenor: 'spot' };
const MINUTE_MS = 60_000;

let settings: Settings;
let records: WritableRecords;
let redis: Redis;
let books: OrderBooks;
let standings: StandingService;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
  redis = new Redis(settings.redisUrl);
  books = new OrderBooks(redis);
  standings = new StandingService({ records, books, settings });
});
afterEach(() => records.judgingPauses.deleteMany({}));
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

async function seller(parts: Partial<SellerDocument> = {}): Promise<SellerDocument> {
  const id = randomUUID();
  const made: SellerDocument = {
    _id: id,
    name: 'Judged',
    endpointUrl: `https://${id}.example/v1`,
    apiKeyHash: id,
    supportedModels: [MODEL],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: ago(100),
    updatedAt: ago(100),
    ...parts,
  };
  await records.sellers.insertOne(made);
  return made;
}

/** Failed probes count without a buyer: so many, ten minutes ago unless told. */
async function failProbes({ _id }: SellerDocument, count: number, at = ago(10)): Promise<void> {
  const failed = Array.from({ length: count }, () => ({
    probeId: randomUUID(),
    detail: 'error',
    at,
  }));
  await records.sellerProbes.insertOne({ _id, claimedAt: at, failed });
}

type Ended = 'answered' | 'failed' | 'sold';

/** Fills of buyers that have nothing to do with each other; `sold`: to contract orders. */
async function fills({ _id: sellerId }: SellerDocument, ends: readonly Ended[], at: Date) {
  const attempt = { number: 1, startedAt: at, endedAt: at, detail: null };
  const delivered = { ...attempt, state: 'delivered' };
  const failed = { ...attempt, state: 'failed', reason: 'failed' };
  const documents = ends.map((end) => ({
    _id: uuidV7At(at.getTime(), randomUUID()),
    sellerId,
    accountId: randomUUID(),
    kind: end === 'sold' ? 'capacity' : 'chat',
    usedTokens: asDouble(10),
    usageFlag: null,
    status: end === 'failed' ? 'released' : 'settled',
    attempts: end === 'sold' ? [] : [end === 'failed' ? failed : delivered],
  }));
  await records.fills.insertMany(documents as unknown as FillDocument[]);
}

const times = (count: number, end: Ended) => Array.from({ length: count }, () => end);

const standingOf = async ({ _id }: SellerDocument) =>
  (await records.sellers.findOne({ _id }))?.standing;

test.each([
  [4, 'Active'],
  [5, 'Probation'],
  [9, 'Probation'],
  [10, 'Suspended'],
])('%i failures: %s', async (count, standing) => {
  const judged = await seller();
  await failProbes(judged, count);
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing });
  expect(await standingOf(judged)).toBe(standing);
});

test('nobody is judged while unrelated sellers fail together, and then by what was before', async () => {
  const judged = await seller();
  await failProbes(judged, 10);
  const pause = { _id: 'pause', startedAt: ago(5), endsAt: ago(-5), sellerIds: [] };
  await records.judgingPauses.insertOne({ ...pause, failing: asDouble(3), asked: asDouble(3) });
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Active' });
  await records.judgingPauses.updateOne({ _id: 'pause' }, { $set: { endsAt: ago(4) } });
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Suspended' });
});

test('failures during a joint failure never count', async () => {
  const judged = await seller();
  await failProbes(judged, 10);
  const pause = { _id: 'pause', startedAt: ago(11), endsAt: ago(9), sellerIds: [] };
  await records.judgingPauses.insertOne({ ...pause, failing: asDouble(3), asked: asDouble(3) });
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Active' });
});

test('a suspension ends while unrelated sellers fail together', async () => {
  const judged = await seller({ standing: 'Suspended', suspendedUntil: ago(1) });
  const pause = { _id: 'pause', startedAt: ago(5), endsAt: ago(-5), sellerIds: [] };
  await records.judgingPauses.insertOne({ ...pause, failing: asDouble(3), asked: asDouble(3) });
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Probation' });
});

test('a suspension that is over leaves probation, and nothing that was counted before', async () => {
  const judged = await seller({ standing: 'Suspended', suspendedUntil: ago(1) });
  await failProbes(judged, 10);
  for (const _time of ['its end', 'the next outcomes']) {
    const told = await standings.judge(judged.endpointUrl);
    expect(told).toMatchObject({ standing: 'Probation', suspendedMs: null });
  }
  const history = await records.sellerChanges.find({ sellerId: judged._id }).toArray();
  expect(history).toHaveLength(1);
});

test('fills of contract orders, which ask no seller, hide no failures', async () => {
  const judged = await seller();
  await fills(judged, times(10, 'failed'), ago(10));
  await fills(judged, times(400, 'sold'), ago(5));
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Suspended' });
});

test('the last twenty dispatches count, however they ended before', async () => {
  const judged = await seller({ standing: 'Probation' });
  await fills(judged, times(10, 'failed'), ago(10));
  await fills(judged, times(17, 'answered'), ago(9));
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Probation' });
  await fills(judged, ['answered'], ago(8));
  expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Active' });
});

describe('a failure that others may share', () => {
  const WINDOW_MS = 30 * MINUTE_MS;
  const patient = () => {
    const changed = { ...settings, JUDGING_WINDOW_MS: WINDOW_MS };
    return new StandingService({ records, books, settings: changed });
  };

  test.each([
    ['failed probes', (judged: SellerDocument, at: Date) => failProbes(judged, 10, at)],
    [
      'failed requests',
      (judged: SellerDocument, at: Date) => fills(judged, times(10, 'failed'), at),
    ],
  ])('is judged when it is a window old, and not before: %s', async (_name, fail) => {
    const [young, old] = [await seller(), await seller()];
    await fail(young, ago(29));
    await fail(old, ago(31));
    expect(await patient().judge(young.endpointUrl)).toMatchObject({ standing: 'Active' });
    expect(await patient().judge(old.endpointUrl)).toMatchObject({ standing: 'Suspended' });
  });

  test('answers count at once', async () => {
    const judged = await seller({ standing: 'Probation' });
    await fills(judged, times(20, 'answered'), ago(1));
    expect(await patient().judge(judged.endpointUrl)).toMatchObject({ standing: 'Active' });
  });
});

describe("the operator's decision", () => {
  const decision = (standing: 'Suspended' | 'Banned') =>
    ({ standing, reason: 'fraud', requestId: randomUUID() }) as const;

  test('outlives one of the rule that was under way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const judged = await seller();
      await failProbes(judged, 10);
      const decided = decision('Banned');
      const decide = () => standings.override(judged.endpointUrl, decided);
      const [, told] = await Promise.allSettled([standings.judge(judged.endpointUrl), decide()]);
      if (told.status === 'rejected') await decide(); // its workflow repeats the step
      expect(await standingOf(judged)).toBe('Banned');
      expect(await standings.judge(judged.endpointUrl)).toMatchObject({ standing: 'Banned' });
    }
  });

  test('to suspend has no end, also for a seller that the rule has suspended', async () => {
    const judged = await seller({ standing: 'Suspended', suspendedUntil: ago(-1) });
    for (const _time of ['decided', 'repeated']) {
      const told = await standings.override(judged.endpointUrl, decision('Suspended'));
      expect(told).toMatchObject({ standing: 'Suspended', suspendedMs: null });
    }
    const changes = await records.sellerChanges.find({ sellerId: judged._id }).toArray();
    expect(changes).toHaveLength(1);
  });
});

test('the asks of a banned seller end in the records and leave the book', async () => {
  const judged = await seller();
  const askId = await placedAsk(records, { capacityTokens: 1_000, sellerId: judged._id });
  const other = await placedAsk(records, { capacityTokens: 500, priceScale8: 200_000_000n });
  await rebuildBook(books, SPOT, records.loadBook);
  const depth = async () => {
    const { asks } = await books.levels({ book: SPOT, region: null });
    return asks.map(({ quantityTokens }) => quantityTokens);
  };
  expect(await depth()).toHaveLength(2);
  const decision = { standing: 'Banned', reason: 'fraud', requestId: 'request' } as const;
  expect(await standings.override(judged.endpointUrl, decision)).toMatchObject({
    standing: 'Banned',
  });
  expect(await depth()).toHaveLength(1);
  const ended = { status: 'cancelled', cancelledTokens: 1_000, remainingTokens: 0 };
  expect(await records.asks.findOne({ _id: askId })).toMatchObject(ended);
  expect(await records.asks.findOne({ _id: other })).toMatchObject({ status: 'active' });
});
