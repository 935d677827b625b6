/** Whether unrelated sellers begin to fail together, as processes note it in Redis; and the pause that follows. */
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import type { Settings } from '../../config/settings';
import { CorrelatedFailures, type SeenEnd } from '../../exchange/judging/correlated-failures';
import { NOTE, judgingTimes, timeArguments } from '../../exchange/judging/note-end';
import { notePause, type SeenPause } from '../../exchange/judging/note-pause';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { currentPause } from '../../records/queries/judging-pauses';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { atWrongClock } from '../support/wrong-clock';
import { until } from '../support/wait';

const WINDOW_MS = 10_000;
const MINUTE_MS = 60_000;
const SELLERS_MIN = 3;
const START_MS = 1_800_000_000_000;

type Noted = [id: number, lastsMs: number, failing: number, answering: number, ids: string[]];
type Scripted = Redis & { note(...args: (string | number)[]): Promise<Noted | null> };

let settings: Settings;
let records: WritableRecords;
let redis: Scripted;
let nowMs = START_MS;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
  redis = new Redis(settings.redisUrl) as Scripted;
  // The script as it is, at a time of the test's: every limit is exact.
  const lua = NOTE.replace("redis.call('TIME')", '{ARGV[11], ARGV[12]}');
  redis.defineCommand('note', { numberOfKeys: 4, lua });
});
beforeEach(() => {
  nowMs = START_MS;
});
afterEach(async () => {
  await records.judgingPauses.deleteMany({});
  await redis.flushdb();
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

/** @returns the pause that the note starts or extends */
async function note(
  sellerId: string,
  end: SeenEnd,
  { participant = '', relation = sellerId } = {},
): Promise<Noted | null> {
  const keys = ['answering', 'begun', `seller:${sellerId}`, 'pause'];
  const times = timeArguments(judgingTimes(WINDOW_MS));
  const clock = [Math.floor(nowMs / 1_000), (nowMs % 1_000) * 1_000];
  return redis.note(
    ...keys.map((name) => `{judging}:${name}`),
    sellerId,
    relation,
    end,
    participant,
    ...times,
    SELLERS_MIN,
    ...clock,
  );
}

const SELLERS = ['a', 'b', 'c'];

/** @returns whether the last of the notes starts or extends a pause */
async function each(end: SeenEnd, participant = '', sellers = SELLERS): Promise<boolean> {
  let noted: Noted | null = null;
  for (const seller of sellers) noted = await note(seller, end, { participant });
  return noted !== null;
}

const after = (timeMs: number) => void (nowMs += timeMs);

test('pauses for three sellers, not for two', async () => {
  await each('answered');
  expect(await each('failed', '', ['a', 'b', 'a', 'b'])).toBe(false);
  const [, lastsMs, failing, answering, ids] = (await note('c', 'failed'))!;
  expect({ lastsMs, failing, answering, ids: ids.sort() }).toEqual({
    lastsMs: 30_000,
    failing: 3,
    answering: 3,
    ids: SELLERS,
  });
});

test('pauses when exactly half of the answering sellers fail, not below', async () => {
  await each('answered', '', [...SELLERS, 'd', 'e', 'f', 'g']);
  expect(await each('failed')).toBe(false);
  expect(await note('d', 'failed')).not.toBeNull();
});

test('sellers that answered more than a minute ago are not counted as answering', async () => {
  await each('answered', '', ['d', 'e', 'f', 'g']);
  after(MINUTE_MS);
  await each('answered');
  expect(await each('failed')).toBe(false);
  await each('answered');
  after(1);
  expect(await each('failed')).toBe(true);
});

test('counts a seller that answered ten minutes ago, not a millisecond longer', async () => {
  await each('answered');
  after(10 * MINUTE_MS + 1);
  expect(await each('failed')).toBe(false);
  await each('answered');
  after(10 * MINUTE_MS);
  expect(await each('failed')).toBe(true);
});

test('counts failures that begin within ten seconds, not a millisecond longer', async () => {
  await each('answered');
  await each('failed', '', ['a', 'b']);
  after(WINDOW_MS + 1);
  expect(await note('c', 'failed')).toBeNull();
  await each('answered');
  await each('failed', '', ['a', 'b']);
  after(WINDOW_MS);
  expect(await note('c', 'failed')).not.toBeNull();
});

test('sellers that never answered say nothing, however many fail', async () => {
  const dead = ['d', 'e', 'f', 'g'];
  for (let round = 0; round < 3; round += 1) {
    expect(await each('failed', '', dead)).toBe(false);
    expect(await each('provokable', `buyer ${round}`, dead)).toBe(false);
    after(1_000);
  }
  await each('answered');
  expect(await each('failed', '', ['a', 'b'])).toBe(false);
});

test('probes of sellers that fail already say nothing', async () => {
  await each('answered', '', ['d', 'e', 'f', 'g', ...SELLERS]);
  await each('failed', '', ['a', 'b']);
  for (let probe = 0; probe < 10; probe += 1) {
    after(WINDOW_MS);
    expect(await each('failed', '', ['a', 'b'])).toBe(false);
  }
  expect(await note('c', 'failed')).toBeNull();
});

test('an answer ends a failure', async () => {
  await each('answered');
  await each('failed', '', ['a', 'b']);
  await note('a', 'answered');
  expect(await note('c', 'failed')).toBeNull();
  expect(await note('a', 'failed')).not.toBeNull();
});

test('answers of one seller do not end the failure of another at its host', async () => {
  await each('answered');
  const [dead, alive] = ['dead', 'alive'];
  await note(dead, 'answered', { relation: 'shared' });
  await note(dead, 'failed', { relation: 'shared' });
  for (let probe = 0; probe < 3; probe += 1) {
    after(WINDOW_MS);
    await note(alive, 'answered', { relation: 'shared' });
    await note(dead, 'failed', { relation: 'shared' });
  }
  expect(await each('failed', '', ['a', 'b'])).toBe(false);
});

describe('sellers that answer others', () => {
  beforeEach(() => each('answered'));

  test('do not fail by the requests of one buyer, however many there are', async () => {
    for (let round = 0; round < 5; round += 1) expect(await each('provokable', 'one')).toBe(false);
  });

  test('fail by the requests of two', async () => {
    expect(await each('provokable', 'one')).toBe(false);
    expect(await each('provokable', 'two')).toBe(true);
  });

  test('are cleared by each answer: earlier failures are forgotten', async () => {
    await each('provokable', 'one');
    await each('answered');
    expect(await each('provokable', 'two')).toBe(false);
    await each('failed', '', ['a', 'b']);
    await each('answered');
    expect(await each('provokable', 'three')).toBe(false);
  });

  test('fail by one buyer when they have answered nobody for more than a window', async () => {
    after(WINDOW_MS);
    expect(await each('provokable', 'one')).toBe(false);
    await each('answered');
    after(WINDOW_MS + 1);
    expect(await each('provokable', 'one')).toBe(true);
  });
});

describe('the end of a pause', () => {
  /** Three sellers answer and begin to fail. @returns the pause and its remaining time */
  async function beginning(): Promise<[id: number, lastsMs: number] | null> {
    await each('answered');
    let noted: Noted | null = null;
    for (const seller of SELLERS) noted = await note(seller, 'failed');
    return noted && [noted[0], noted[1]];
  }

  test('is thirty seconds after the last beginning, not after later failures', async () => {
    const [id] = (await beginning())!;
    after(20_000);
    expect(await each('failed')).toBe(false);
    after(9_999);
    expect(await beginning()).toEqual([id, 30_000]);
    after(30_000);
    expect(await beginning()).toEqual([nowMs, 30_000]);
  });

  test('is five minutes after its start at the latest', async () => {
    const [id] = (await beginning())!;
    for (let passedMs = 20_000; passedMs <= 280_000; passedMs += 20_000) {
      after(20_000);
      expect(await beginning()).toEqual([id, Math.min(30_000, 5 * MINUTE_MS - passedMs)]);
    }
    after(19_999);
    expect(await beginning()).toEqual([id, 1]);
    after(1);
    expect(await beginning()).toBeNull();
  });

  test('shares its five minutes with pauses that begin within ten minutes', async () => {
    let pausedMs = 0;
    for (let round = 0; round < 20; round += 1) {
      pausedMs += (await beginning())?.[1] ?? 0;
      after(31_000);
    }
    expect(pausedMs).toBe(5 * MINUTE_MS);
    // Redis forgets by its own clock.
    const restMs = await redis.pttl('{judging}:pause');
    expect(restMs).toBeGreaterThan(9 * MINUTE_MS);
    expect(restMs).toBeLessThanOrEqual(10 * MINUTE_MS);
    await redis.del('{judging}:pause');
    expect(await beginning()).toEqual([nowMs, 30_000]);
  });
});

describe('the record of a pause', () => {
  const seen = (parts: Partial<SeenPause> = {}): SeenPause => ({
    id: '1000000',
    windowMs: 6e4,
    lastsMs: 6e4,
    failing: 3,
    answering: 4,
    sellerIds: ['a'],
    ...parts,
  });
  const stored = () => records.judgingPauses.find({}).toArray();

  test('starts with the first report and ends with the latest end', async () => {
    const { judgingPauses } = records;
    expect(await notePause(judgingPauses, seen())).toBe(true);
    const [first] = await stored();
    expect(first!.endsAt.getTime() - first!.startedAt.getTime()).toBe(120_000);
    expect(await notePause(judgingPauses, seen({ lastsMs: 90_000, sellerIds: ['a', 'b'] }))).toBe(
      false,
    );
    const [longer] = await stored();
    expect(longer!.endsAt.getTime()).toBeGreaterThanOrEqual(first!.endsAt.getTime() + 30_000);
    expect(await notePause(judgingPauses, seen({ lastsMs: 1, sellerIds: ['c'] }))).toBe(false);
    expect(await stored()).toMatchObject([
      { startedAt: first!.startedAt, endsAt: longer!.endsAt, sellerIds: ['a', 'b', 'c'] },
    ]);
  });

  test('is another one for another pause', async () => {
    await notePause(records.judgingPauses, seen());
    expect(await notePause(records.judgingPauses, seen({ id: '2000000' }))).toBe(true);
    expect(await stored()).toHaveLength(2);
  });

  test('names twenty sellers, not twenty-one', async () => {
    for (let at = 0; at < 21; at += 1) {
      await notePause(records.judgingPauses, seen({ sellerIds: [`seller ${at}`] }));
      const [pause] = await stored();
      expect(new Set(pause!.sellerIds).size).toBe(Math.min(at + 1, 20));
    }
  });

  test.each([3_600_000, -3_600_000])(
    "holds by MongoDB's clock, by however much a process is wrong (%i ms)",
    async (wrongByMs) => {
      await atWrongClock(wrongByMs, () => notePause(records.judgingPauses, seen()));
      const current = () => currentPause(records.judgingPauses);
      expect([await current(), await atWrongClock(wrongByMs, current)]).not.toContain(null);
      await notePause(records.judgingPauses, seen({ id: 'over', lastsMs: 0 }));
      await records.judgingPauses.deleteOne({ _id: '1000000' });
      expect(await currentPause(records.judgingPauses)).toBeNull();
    },
  );
});

test('sellers of one owner, and those at one host, count as one', async () => {
  const logger = { warn: jest.fn(), error: jest.fn() };
  const failures = new CorrelatedFailures({ redis, records, logger, windowMs: WINDOW_MS });
  const sellers: { sellerId: string; endpointUrl: string }[] = [];
  for (let at = 0; at < 3; at += 1) {
    const [sellerId, endpointUrl] = [randomUUID(), `https://${randomUUID()}.example/v1`];
    const times = { registeredAt: new Date(), updatedAt: new Date() };
    await records.sellers.insertOne({
      _id: sellerId,
      name: 'One of three',
      endpointUrl,
      apiKeyHash: sellerId,
      ...times,
      supportedModels: [],
      regions: [],
      standing: 'Active',
      owner: 'one',
      quotas: {},
    });
    sellers.push({ sellerId, endpointUrl });
    sellers.push({ sellerId: randomUUID(), endpointUrl: `https://shared.example/${at}` });
  }
  const another = { sellerId: randomUUID(), endpointUrl: 'https://another.example/v1' };
  const stateOf = (sellerId: string) => redis.hgetall(`{judging}:seller:${sellerId}`);
  for (const seller of [...sellers, another]) {
    failures.note({ seller, end: 'answered', participant: '' });
    await until(async () => (await stateOf(seller.sellerId)).answered);
  }
  for (const seller of sellers) {
    failures.note({ seller, end: 'failed', participant: '' });
    await until(async () => (await stateOf(seller.sellerId)).failing);
  }
  expect(await redis.zcard('{judging}:begun')).toBe(6);
  expect(await currentPause(records.judgingPauses)).toBeNull();
  failures.note({ seller: another, end: 'failed', participant: '' });
  const pause = await until(() => currentPause(records.judgingPauses), { what: 'the pause' });
  expect(pause).toMatchObject({ failing: 3, asked: 3 });
  expect(pause.sellerIds).toHaveLength(7);
  await until(() => logger.error.mock.calls.length > 0, { what: 'the operator to be notified' });
  expect(logger.error).toHaveBeenCalledTimes(1);
  expect(logger.warn).not.toHaveBeenCalled();
});
