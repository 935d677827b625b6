/** Defaults of a lot count in full: nobody but the seller can have provoked them. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { FAILURES_PER_OWNER } from '../../domain/standing';
import { asDouble } from '../../records/collections';
import type { FillDocument } from '../../records/fill';
import { countFills } from '../../records/reputations/count-fills';
import { recordsForFile } from '../records/scenario';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const FAILED = FAILURES_PER_OWNER + 3;

const records = recordsForFile();

/** Failures of one seller at requests of one buyer. @returns what is counted of them */
async function countedOf(releaseReason: string): Promise<number> {
  const [sellerId, accountId] = [randomUUID(), randomUUID()];
  for (let at = 1; at <= FAILED; at += 1) {
    const madeAt = new Date(NOW.getTime() - at * 60_000);
    const times = { startedAt: madeAt, endedAt: madeAt };
    await records.fills.insertOne({
      _id: uuidV7At(madeAt.getTime(), randomUUID()),
      sellerId,
      accountId,
      releaseReason,
      status: 'released',
      usedTokens: asDouble(0),
      usageFlag: null,
      attempts: [
        {
          number: 1,
          state: 'failed',
          reason: 'failed',
          detail: null,
          ...times,
        },
      ],
    } as unknown as FillDocument);
  }
  const { unsettled, days } = await countFills(records, sellerId, null, {
    now: NOW,
    failuresTo: NOW,
  });
  return [unsettled, ...days].reduce((sum, { matched, filled }) => sum + matched - filled, 0);
}

test('failures that one buyer may have provoked count up to a limit', async () => {
  expect(await countedOf('seller_failed')).toBe(FAILURES_PER_OWNER);
});

test('defaults of a lot count without one', async () => {
  expect(await countedOf('seller_default')).toBe(FAILED);
});
