/** What a score counts: each request once, against the seller who is responsible, for thirty days. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { FAILURES_PER_OWNER } from '../../domain/standing';
import { SCORED_DAYS } from '../../domain/reputation';
import { asDouble } from '../../records/collections';
import type { AttemptDocument, FillDocument } from '../../records/fill';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { recordsForFile } from '../records/scenario';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

const records = recordsForFile();
let sellerId: string;
beforeEach(async () => {
  sellerId = randomUUID();
  await records.sellers.insertOne({
    _id: sellerId,
    endpointUrl: sellerId,
    apiKeyHash: sellerId,
  } as never);
});
afterEach(() =>
  Promise.all([records.sellers.deleteMany({}), records.judgingPauses.deleteMany({})]),
);

type Reason = NonNullable<AttemptDocument['reason']>;

interface Made {
  readonly agoMs: number;
  readonly accountId?: string;
  /** Null: it was answered in time. */
  readonly failure?: Reason | null;
  readonly status?: FillDocument['status'];
}

/** The fill of one request. @returns its id */
async function fill({ agoMs, accountId, failure = null, status }: Made): Promise<string> {
  const madeAt = after(-agoMs);
  const _id = uuidV7At(madeAt.getTime(), randomUUID());
  const ended = failure ? { state: 'failed', reason: failure } : { state: 'delivered' };
  const attempt = { number: 1, startedAt: madeAt, endedAt: madeAt, detail: null, ...ended };
  await records.fills.insertOne({
    _id,
    sellerId,
    accountId: accountId ?? randomUUID(),
    usageFlag: null,
    usedTokens: asDouble(10),
    attempts: [attempt],
    status: status ?? (failure ? 'released' : 'settled'),
  } as unknown as FillDocument);
  return _id;
}

async function fills(count: number, made: Made): Promise<void> {
  for (let at = 0; at < count; at += 1) await fill(made);
}

/** The newest snapshot, after a run at this time. */
async function newest(now = NOW) {
  await takeReputationSnapshots(records, now);
  return (await records.reputations.findOne({ _id: sellerId }))?.snapshots[0];
}

test('accounts of one owner together provoke as few counted failures as one account', async () => {
  const owned = await Promise.all(
    [1, 2, 3].map(async () => {
      const _id = randomUUID();
      await records.accounts.insertOne({ _id, name: 'Buyer', owner: 'one owner' } as never);
      return _id;
    }),
  );
  await fills(20 - FAILURES_PER_OWNER, { agoMs: 60 * MINUTE_MS });
  for (const accountId of owned)
    await fills(5, { agoMs: 30 * MINUTE_MS, accountId, failure: 'failed' });
  expect(await newest()).toMatchObject({ fillRate: 1 - FAILURES_PER_OWNER / 20 });
});

test('a request that is still under way counts once it has ended, however long that takes', async () => {
  const open = await fill({ agoMs: 60 * MINUTE_MS, status: 'reserved', failure: 'unreachable' });
  await fill({ agoMs: 30 * MINUTE_MS });
  expect(await newest()).toMatchObject({ fillRate: 1 });
  await records.fills.updateOne({ _id: open }, { $set: { status: 'released' } });
  expect(await newest(after(60 * MINUTE_MS))).toMatchObject({ fillRate: 0.5 });
});

test('a failure counts unless unrelated sellers failed at the same time', async () => {
  await fill({ agoMs: 60 * MINUTE_MS });
  await fill({ agoMs: 40 * MINUTE_MS, failure: 'unreachable' });
  await records.judgingPauses.insertOne({
    _id: randomUUID(),
    sellerIds: [],
    failing: asDouble(3),
    asked: asDouble(3),
    startedAt: after(-41 * MINUTE_MS),
    endsAt: after(-39 * MINUTE_MS),
  } as never);
  expect(await newest()).toMatchObject({ fillRate: 1 });
  await fill({ agoMs: 20 * MINUTE_MS, failure: 'unreachable' });
  expect(await newest(after(1))).toMatchObject({ fillRate: 0.5 });
});

test('a day counts for as long as it is scored, and no longer', async () => {
  await fill({ agoMs: MINUTE_MS * 60, failure: 'unreachable' });
  expect(await newest()).toMatchObject({ fillRate: 0 });
  const lastMs = (SCORED_DAYS - 1) * DAY_MS;
  await fill({ agoMs: -lastMs + 60 * MINUTE_MS });
  expect(await newest(after(lastMs))).toMatchObject({ fillRate: 0.5 });
  await fill({ agoMs: -lastMs - DAY_MS + 60 * MINUTE_MS });
  expect(await newest(after(lastMs + DAY_MS))).toMatchObject({ fillRate: 1 });
});

test('a seller that nobody asks any more gets a snapshot a day', async () => {
  await fill({ agoMs: 60 * MINUTE_MS });
  await newest();
  expect((await newest(after(DAY_MS - 1)))?.takenAt).toEqual(NOW);
  expect((await newest(after(DAY_MS)))?.takenAt).toEqual(after(DAY_MS));
});
