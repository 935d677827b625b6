/** One probe of a seller in each interval, whichever process makes it, and what the newest ones found. */
import { randomUUID } from 'node:crypto';
import { claimProbe, noteProbe } from '../../exchange/probing/due-probes';
import { FAILED_PROBES_KEPT } from '../../records/documents/seller-probes';
import { recordsForFile } from '../records/scenario';
import { atWrongClock } from '../support/wrong-clock';

const HOUR_MS = 3_600_000;

const records = recordsForFile();

const claim = (sellerId: string) => claimProbe(records.sellerProbes, sellerId, HOUR_MS);
const claimedAt = (sellerId: string, at: Date) =>
  records.sellerProbes.updateOne({ _id: sellerId }, { $set: { claimedAt: at } });

test('of many claims one is granted, until the interval has passed', async () => {
  const sellerId = randomUUID();
  for (const round of [1, 2]) {
    const claims = await Promise.all(Array.from({ length: 6 }, () => claim(sellerId)));
    const granted = claims.filter(({ kind }) => kind === 'claimed');
    expect([round, granted.length]).toEqual([round, 1]);
    await claimedAt(sellerId, new Date(Date.now() - HOUR_MS - 1_000));
  }
});

test('a process that waits learns for how long, and how long ago the seller answered', async () => {
  const sellerId = randomUUID();
  await claim(sellerId);
  await claimedAt(sellerId, new Date(Date.now() - HOUR_MS + 60_000));
  const first = await claim(sellerId);
  expect(first).toMatchObject({ kind: 'wait', answeredAgoMs: Infinity });
  expect((first as { waitMs: number }).waitMs).toBeGreaterThan(0);
  expect((first as { waitMs: number }).waitMs).toBeLessThanOrEqual(60_000);
  const beforeMs = performance.now();
  await noteProbe(records.sellerProbes, sellerId, null);
  const second = (await claim(sellerId)) as { answeredAgoMs: number };
  expect(second.answeredAgoMs).toBeGreaterThanOrEqual(0);
  expect(second.answeredAgoMs).toBeLessThanOrEqual(performance.now() - beforeMs + 1);
});

test('the newest failures are kept, newest first', async () => {
  const sellerId = randomUUID();
  for (let count = 1; count <= FAILED_PROBES_KEPT + 1; count += 1) {
    await noteProbe(records.sellerProbes, sellerId, { probeId: `${count}`, detail: 'refused' });
  }
  const { failed } = (await records.sellerProbes.findOne({ _id: sellerId }))!;
  expect(failed.map(({ probeId }) => probeId)).toEqual(
    Array.from({ length: FAILED_PROBES_KEPT }, (_, at) => `${FAILED_PROBES_KEPT + 1 - at}`),
  );
});

test.each([HOUR_MS, -HOUR_MS])(
  "claims by MongoDB's clock, however wrong a process's is (%i ms)",
  async (wrongByMs) => {
    const sellerId = randomUUID();
    expect(await atWrongClock(2 * wrongByMs, () => claim(sellerId))).toEqual({ kind: 'claimed' });
    const { waitMs } = (await atWrongClock(2 * wrongByMs, () => claim(sellerId))) as {
      waitMs: number;
    };
    expect(waitMs).toBeGreaterThan(HOUR_MS - 60_000);
    await atWrongClock(wrongByMs, async () => {
      await noteProbe(records.sellerProbes, sellerId, { probeId: '1', detail: '$refused' });
      await noteProbe(records.sellerProbes, sellerId, null);
    });
    expect((await claim(sellerId)) as object).toMatchObject({ kind: 'wait' });
    const { failed, answeredAt } = (await records.sellerProbes.findOne({ _id: sellerId }))!;
    expect(failed).toMatchObject([{ probeId: '1', detail: '$refused' }]);
    for (const at of [failed[0]!.at, answeredAt!])
      expect(Math.abs(Date.now() - at.getTime())).toBeLessThan(60_000);
    await claimedAt(sellerId, new Date(Date.now() - HOUR_MS - 1_000));
    expect(await claim(sellerId)).toEqual({ kind: 'claimed' });
  },
);
