/** When a seller's public figures are measured, and what is read of them then (STANDING-10). */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import type { FillDocument } from '../../records/documents/fill';
import { asDouble } from '../../records/collections';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { recordsForFile } from '../records/scenario';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

const records = recordsForFile();
let sellerId: string;
beforeEach(async () => {
  sellerId = randomUUID();
  const seller = { _id: sellerId, endpointUrl: sellerId, apiKeyHash: sellerId };
  await records.sellers.insertOne(seller as never);
});
afterEach(() => records.sellers.deleteMany({}));

async function answers(count: number, at = NOW): Promise<void> {
  const attempt = { number: 1, state: 'delivered', startedAt: at, endedAt: after(1_000) };
  const fills = Array.from({ length: count }, (_, index) => ({
    _id: uuidV7At(at.getTime() - index, randomUUID()),
    sellerId,
    accountId: randomUUID(),
    modelId: 'measured',
    usageFlag: null,
    usedTokens: asDouble(10),
    attempts: [{ ...attempt, detail: null }],
    status: 'settled',
  }));
  await records.fills.insertMany(fills as unknown as FillDocument[]);
}

/** Answers of the last hour and the last day, as they are kept after a run at this time. */
async function answered(now = NOW) {
  await takeReputationSnapshots(records, now);
  const kept = await records.reputations.findOne({ _id: sellerId });
  return kept?.figures?.map(({ hour, day }) => [hour.answered, day.answered]);
}

test('figures are measured again, the later the more requests were read', async () => {
  await answers(1);
  expect(await answered()).toEqual([[1, 1]]);
  await answers(99);
  expect(await answered(after(1_000))).toEqual([[100, 100]]);
  await answers(1);
  expect(await answered(after(10_000))).toEqual([[100, 100]]);
  expect(await answered(after(17_000))).toEqual([[101, 101]]);
});

test('a seller that nobody asks any more leaves the hour, then the day, and is not read again', async () => {
  await answers(2);
  expect(await answered(after(HOUR_MS / 2))).toEqual([[2, 2]]);
  expect(await answered(after(2 * HOUR_MS))).toEqual([[0, 2]]);
  expect(await answered(after(25 * HOUR_MS))).toEqual([]);
  expect(await records.reputations.findOne({ _id: sellerId })).toMatchObject({
    figuresDueAt: null,
  });
});
