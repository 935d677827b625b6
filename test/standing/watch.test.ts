/** Which sellers are looked at after a failure, and when: each failure is judged once it may be. */
import { randomUUID } from 'node:crypto';
import { StandingWatch } from '../../exchange/judging/standing-watch';
import type { FillDocument } from '../../records/documents/fill';
import type { SellerDocument } from '../../records/documents/seller';
import { clearRecords, recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const WINDOW_MS = 300;
const MINUTE_MS = 60_000;
/** So many failed probes lead to a suspension. */
const FAILED = 10;
/** One call looks at five hundred of them. */
const SELLERS = 501;

const records = recordsForFile();
/** A look that is due after the last test finds no records, which is nobody's fault. */
const failures: unknown[] = [];
beforeEach(() => clearRecords(records));
afterEach(() => expect(failures.splice(0)).toEqual([]));

function watch() {
  const told: string[] = [];
  const suspected: string[] = [];
  const made = new StandingWatch({
    records,
    tell: async ({ _id }) => void told.push(_id),
    suspect: (sellerId) => void suspected.push(sellerId),
    windowMs: WINDOW_MS,
    onError: (err) => failures.push(err),
  });
  return { watch: made, told, suspected };
}

async function sellers(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).sort();
  const at = new Date(Date.now() - 100 * MINUTE_MS);
  await records.sellers.insertMany(
    ids.map((_id): SellerDocument => ({
      _id,
      name: 'Seller',
      endpointUrl: `https://${_id}.example/v1`,
      apiKeyHash: _id,
      supportedModels: [],
      regions: [],
      standing: 'Active',
      owner: null,
      quotas: {},
      registeredAt: at,
      updatedAt: at,
      asleepSince: null,
    })),
  );
  return ids;
}

/** Probes that failed just now: they count when they have the age of the window. */
async function failProbes(_id: string): Promise<void> {
  const at = new Date();
  const failed = Array.from({ length: FAILED }, () => ({
    probeId: randomUUID(),
    detail: 'error',
    at,
  }));
  await records.sellerProbes.insertOne({ _id, claimedAt: at, failed });
}

function ended(sellerId: string, reason: string): FillDocument {
  const at = new Date();
  const attempt = { number: 1, state: 'failed', reason, startedAt: at, endedAt: at };
  const fill = { _id: randomUUID(), sellerId, modelId: 'm', status: 'released' };
  return { ...fill, attempts: [attempt] } as unknown as FillDocument;
}

test('a failure during the wait for an earlier one is judged when it has its age itself', async () => {
  const [sellerId] = await sellers(1);
  const { watch: looking, told } = watch();
  const startedMs = performance.now();
  looking.failed(sellerId!);
  await until(() => performance.now() - startedMs > WINDOW_MS / 2, { everyMs: 5 });
  await failProbes(sellerId!);
  looking.failed(sellerId!);
  await until(() => told.length > 0, { what: 'the workflow to be told', timeoutMs: 10_000 });
  expect(told).toEqual([sellerId]);
});

test('the sweep comes to every seller, however many there are', async () => {
  const ids = await sellers(SELLERS);
  await failProbes(ids.at(-1)!);
  const { watch: looking, told } = watch();
  const isTold = async () => {
    await looking.sweep();
    return told.length > 0;
  };
  await until(isTold, { what: 'the last one to be judged', timeoutMs: 10_000 });
  expect(told[0]).toBe(ids.at(-1));
});

test('a banned seller and one that is asleep are left alone', async () => {
  const ids = await sellers(3);
  for (const id of ids) await failProbes(id);
  const [banned, asleep, active] = ids as [string, string, string];
  await records.sellers.updateOne({ _id: banned }, { $set: { standing: 'Banned' } });
  await records.sellers.updateOne({ _id: asleep }, { $set: { asleepSince: new Date() } });
  const { watch: looking, told } = watch();
  await until(async () => (await looking.sweep()) > 0, { timeoutMs: 10_000 });
  expect(told).toEqual([active]);
});

test('what a request may have provoked is asked of our own probe; an unreachable seller is not', () => {
  const { watch: looking, suspected } = watch();
  looking.ended(ended('provoked', 'failed'));
  looking.ended(ended('away', 'unreachable'));
  looking.ended(ended('busy', 'throttled'));
  expect(suspected).toEqual(['provoked']);
});
