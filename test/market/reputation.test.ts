/** Scores: what they count, when a snapshot is taken, and how many are kept. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { asDouble } from '../../records/collections';
import type { AttemptDocument, FillDocument } from '../../records/documents/fill';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import { recordsForFile } from '../records/scenario';

const DAY_MS = 86_400_000;
const NOW = new Date('2026-03-01T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

const records = recordsForFile();
let sellerId: string;
beforeEach(async () => {
  sellerId = randomUUID();
  await Promise.all([
    records.sellers.deleteMany({}),
    records.reputations.deleteMany({}),
    records.judgingPauses.deleteMany({}),
  ]);
  await records.sellers.insertOne({
    _id: sellerId,
    endpointUrl: sellerId,
    apiKeyHash: sellerId,
  } as never);
});

type Terms = Partial<Omit<FillDocument, 'attempts'>> & {
  madeAt?: Date;
  attempt?: Partial<AttemptDocument>;
};

/** A settled fill, in time, unless the terms say otherwise. */
async function fill({ madeAt = after(-600_000), attempt, ...terms }: Terms = {}): Promise<string> {
  const _id = uuidV7At(madeAt.getTime(), randomUUID());
  await records.fills.insertOne({
    _id,
    sellerId,
    accountId: randomUUID(),
    status: 'settled',
    usedTokens: asDouble(100),
    usageFlag: null,
    attempts: [
      {
        number: 1,
        state: 'delivered',
        startedAt: madeAt,
        endedAt: new Date(madeAt.getTime() + 1_000),
        detail: null,
        ...attempt,
      },
    ],
    ...terms,
  } as FillDocument);
  return _id;
}

const failed = (reason: NonNullable<AttemptDocument['reason']>): Terms => ({
  status: 'released',
  attempt: { state: 'failed', reason },
});

async function snapshots(now = NOW) {
  await takeReputationSnapshots(records, now);
  return (await records.reputations.findOne({ _id: sellerId }))?.snapshots ?? [];
}

const newest = async (now = NOW) => (await snapshots(now))[0];

describe('what is counted', () => {
  test('nothing asked: no score', async () => {
    expect(await snapshots()).toEqual([]);
    await fill({ status: 'reserved', attempt: { state: 'planned', endedAt: null } });
    await fill({ status: 'settled', attempts: [] } as never);
    expect(await snapshots()).toEqual([]);
  });

  test.each<[string, Terms, object]>([
    ['an answer in time', {}, { score: 100, fillRate: 1 }],
    ['a late one', { attempt: { endedAt: after(0) } }, { score: 70, latencyAdherence: 0 }],
    ['an implausible report', { usageFlag: 'implausible' }, { score: 80, qualityRate: 0 }],
    ['a cut stream', { attempt: { reason: 'cut' } }, { score: 0, qualityRate: 0 }],
    ['a failure', failed('failed'), { score: 0, fillRate: 0 }],
    ['a lost connection', { status: 'released', attempt: { state: 'unknown' } }, { score: 0 }],
  ])('%s', async (_what, terms, score) => {
    await fill(terms);
    expect(await newest()).toMatchObject(score);
  });

  test('what was delivered while we stood still tells nothing of the seller', async () => {
    await fill();
    await fill({ attempt: { reason: 'exchange', endedAt: after(0) } });
    expect(await newest()).toMatchObject({ score: 100 });
  });

  test.each(['throttled', 'request_refused', 'buyer_gone'] as const)(
    '%s is not held against the seller',
    async (reason) => {
      await fill();
      await fill(failed(reason));
      await fill({ status: 'released', attempt: { state: 'planned', endedAt: null } });
      expect(await newest()).toMatchObject({ score: 100 });
    },
  );

  test('failures beside answers', async () => {
    for (const terms of [{}, {}, failed('timeout'), failed('malformed')]) await fill(terms);
    expect(await newest()).toMatchObject({
      score: 58.34,
      fillRate: 0.5,
      latencyAdherence: 0.6667,
      qualityRate: 0.6667,
    });
  });

  test('each fill once, however often and by how many it is looked at', async () => {
    for (const terms of [{}, failed('failed'), {}]) await fill(terms);
    await Promise.all([1, 2, 3].map(() => takeReputationSnapshots(records, NOW)));
    const open = await fill({ madeAt: after(-1_000), status: 'reserved' });
    await fill({ madeAt: after(-500) });
    expect(await newest(after(1_000))).toMatchObject({ fillRate: 0.75 });
    expect(await newest(after(2_000))).toMatchObject({ fillRate: 0.75 });
    await records.fills.updateOne({ _id: open }, { $set: { status: 'settled' } });
    expect(await newest(after(3_600_000))).toMatchObject({ fillRate: 0.8 });
    expect(await newest(after(7_200_000))).toMatchObject({ fillRate: 0.8 });
  });

  test('thirty days, no more', async () => {
    await fill({ ...failed('failed'), madeAt: after(-29 * DAY_MS) });
    await fill();
    expect(await newest()).toMatchObject({ fillRate: 0.5 });
    expect(await newest(after(DAY_MS))).toMatchObject({ fillRate: 1 });
  });
});

describe('one owner of buyers', () => {
  const late: Terms = { attempt: { endedAt: after(0) } };

  async function accountOf(owner: string | null): Promise<string> {
    const accountId = randomUUID();
    await records.accounts.insertOne({ _id: accountId, name: 'buyer', owner } as never);
    return accountId;
  }

  async function fills(count: number, terms: Terms = {}, accountId?: string): Promise<void> {
    for (let made = 0; made < count; made += 1) {
      await fill({ ...terms, ...(accountId && { accountId }) });
    }
  }

  const settledFills = (count: number) => fills(count, { madeAt: after(-3_600_000) });

  test.each<[string, Terms, object]>([
    ['failures', failed('failed'), { fillRate: 0.9 }],
    ['time-outs', failed('timeout'), { fillRate: 0.9, latencyAdherence: 0.9 }],
    ['malformed answers', failed('malformed'), { fillRate: 0.9, qualityRate: 0.9 }],
    ['lost connections', failed('lost'), { fillRate: 0.9 }],
    ['broken streams', { attempt: { reason: 'cut' } }, { fillRate: 0.9, qualityRate: 0.9 }],
    ['late answers', late, { fillRate: 1, latencyAdherence: 0.9 }],
    ['reports that cannot be', { usageFlag: 'implausible' }, { fillRate: 1, qualityRate: 0.9 }],
  ])('%s: two of twenty count, of all its accounts together', async (_what, terms, rates) => {
    const accounts = [await accountOf('one'), await accountOf('one'), await accountOf('one')];
    await settledFills(18);
    for (const account of accounts) await fills(10, terms, account);
    expect(await newest()).toMatchObject(rates);
  });

  test('an account without an owner is its own, and each owner has its two', async () => {
    await settledFills(14);
    for (const owner of ['one', 'other', null]) {
      await fills(5, failed('failed'), await accountOf(owner));
    }
    expect(await newest()).toMatchObject({ fillRate: 0.7 });
  });

  test('the bound holds over looks, and over what is counted for good and what is not yet', async () => {
    const accountId = await accountOf('one');
    const ago = (minutes: number) => ({ madeAt: after(-minutes * 60_000) });
    await fills(18, ago(60));
    await fills(2, { ...failed('failed'), ...ago(59) }, accountId);
    expect(await newest()).toMatchObject({ fillRate: 0.9 });
    await fills(9, { ...failed('failed'), ...ago(58) }, accountId);
    expect(await newest(after(1))).toMatchObject({ fillRate: 0.9 });
    await fills(9, failed('failed'), accountId);
    expect(await newest(after(2))).toMatchObject({ fillRate: 0.9 });
    await fills(18, { madeAt: after(-300_000) });
    expect(await newest(after(3))).toMatchObject({ fillRate: 0.9474 });
    // Each of the two is twenty behind in its turn: two more count.
    await fills(9, { ...failed('failed'), madeAt: after(-200_000) }, accountId);
    expect(await newest(after(4))).toMatchObject({ fillRate: 0.9 });
  });

  test('what no request can provoke counts fully', async () => {
    const accountId = await accountOf('one');
    await settledFills(10);
    await fills(5, failed('unreachable'), accountId);
    await fills(5, { ...failed('failed'), releaseReason: 'seller_default' }, accountId);
    expect(await newest()).toMatchObject({ fillRate: 0.5 });
  });

  test('a lost connection counts fully when our probe failed behind it', async () => {
    await records.sellerProbes.insertOne({
      _id: sellerId,
      claimedAt: NOW,
      answeredAt: after(-DAY_MS),
      failed: [{ probeId: 'probe', at: NOW, detail: 'refused' }],
    });
    await settledFills(5);
    await fills(5, failed('lost'), await accountOf('one'));
    expect(await newest()).toMatchObject({ fillRate: 0.5 });
  });
});

describe('while unrelated sellers fail together', () => {
  test('no failure counts, also not later; answers do', async () => {
    await records.judgingPauses.insertOne({
      _id: randomUUID(),
      startedAt: after(-7e5),
      endsAt: after(-5e5),
      failing: asDouble(3),
      asked: asDouble(3),
      sellerIds: [],
    } as never);
    for (const terms of [{}, failed('unreachable'), failed('timeout')]) await fill(terms);
    await fill({ attempt: { endedAt: after(-580_000) } });
    expect(await newest()).toMatchObject({ score: 100 });
    expect(await newest(after(DAY_MS))).toMatchObject({ score: 100 });
    await fill({ ...failed('unreachable'), madeAt: after(-499_000) });
    expect(await newest()).toMatchObject({ fillRate: 0.5 });
  });

  test.each([600_000, 3_600_000])(
    'a failure of %i ms ago counts when it is known whether others fail too',
    async (agoMs) => {
      const madeAt = after(-agoMs);
      const attempt = { state: 'failed', reason: 'unreachable', endedAt: after(-9_999) } as const;
      await fill({ madeAt });
      await fill({ madeAt, status: 'released', attempt });
      const score = async (now: Date) => {
        await takeReputationSnapshots(records, now, 10_000);
        return (await records.reputations.findOne({ _id: sellerId }))?.snapshots[0];
      };
      expect(await score(NOW)).toMatchObject({ fillRate: 1 });
      expect(await score(after(1))).toMatchObject({ fillRate: 0.5 });
    },
  );
});

describe('when', () => {
  test('a snapshot is taken when the score changes, and once a day otherwise', async () => {
    await fill();
    expect(await snapshots()).toHaveLength(1);
    await fill({ madeAt: after(-300_000) });
    expect(await snapshots(after(DAY_MS - 1))).toHaveLength(1);
    expect(await snapshots(after(DAY_MS))).toHaveLength(2);
    expect(await snapshots(after(DAY_MS + 1))).toHaveLength(2);
    await fill(failed('failed'));
    expect(await snapshots(after(DAY_MS + 2))).toHaveLength(2);
  });

  test('the newest hundred are kept, newest first', async () => {
    await fill();
    for (let day = 0; day < 29; day += 1)
      await takeReputationSnapshots(records, after(day * DAY_MS));
    await records.reputations.updateOne({ _id: sellerId }, [
      {
        $set: {
          snapshots: { $concatArrays: ['$snapshots', '$snapshots', '$snapshots', '$snapshots'] },
        },
      },
    ]);
    const kept = await snapshots(after(29 * DAY_MS));
    expect(kept).toHaveLength(100);
    expect(kept[0]).toMatchObject({ takenAt: after(29 * DAY_MS) });
  });
});
