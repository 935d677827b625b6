/** Whether unrelated sellers fail together, by what processes have noted in Redis; and the pause that follows. */
import { randomUUID } from 'node:crypto';
import Redis from 'ioredis';
import type { Settings } from '../../config/settings';
import { CorrelatedFailures, type SeenEnd } from '../../exchange/judging/correlated-failures';
import { NOTE } from '../../exchange/judging/note-end';
import { notePause, type SeenPause } from '../../exchange/judging/note-pause';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { currentPause } from '../../records/standings/judging-pauses';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

const WINDOW_MS = 60_000;
const SELLERS_MIN = 3;

type Scripted = Redis & {
  note(...args: (string | number)[]): Promise<[number, number, number, number] | null>;
};

let settings: Settings;
let records: WritableRecords;
let redis: Scripted;
beforeAll(async () => {
  settings = await testSettings();
  records = await connectRecords(settings);
  redis = new Redis(settings.redisUrl) as Scripted;
  redis.defineCommand('note', { numberOfKeys: 4, lua: NOTE });
});
afterEach(async () => {
  await records.judgingPauses.deleteMany({});
  await redis.flushdb();
});
afterAll(async () => {
  redis.disconnect();
  await dropRecords(records);
});

async function redisMs(): Promise<number> {
  const [seconds, micros] = (await redis.time()).map(Number) as [number, number];
  return seconds * 1_000 + Math.floor(micros / 1_000);
}

/** @returns whether sellers now fail together */
async function note(
  seller: string,
  end: SeenEnd,
  participant = '',
  windowMs = WINDOW_MS,
): Promise<boolean> {
  const keys = ['asked', 'failing', `of:${seller}`, 'noticed'].map((name) => `{judging}:${name}`);
  const reply = await redis.note(...keys, seller, end, participant, windowMs, SELLERS_MIN);
  return reply !== null;
}

const SELLERS = ['a', 'b', 'c'];

async function each(end: SeenEnd, participant = '', sellers = SELLERS): Promise<boolean> {
  let together = false;
  for (const seller of sellers) together = await note(seller, end, participant);
  return together;
}

test('three that fail do so together, two do not', async () => {
  expect(await each('failed', '', ['a', 'b', 'a', 'b'])).toBe(false);
  expect(await note('c', 'failed')).toBe(true);
});

test('half of those that were asked is enough, fewer are not', async () => {
  await each('answered', '', ['d', 'e', 'f', 'g']);
  expect(await each('failed')).toBe(false);
  expect(await note('d', 'failed')).toBe(true);
});

test('a seller that answers again fails no longer', async () => {
  await each('failed', '', ['a', 'b']);
  await note('a', 'answered');
  expect(await note('c', 'failed')).toBe(false);
  expect(await note('a', 'failed')).toBe(true);
});

describe('sellers that answer others', () => {
  beforeEach(() => each('answered'));

  test('do not fail by the requests of one buyer, however many they are', async () => {
    for (let round = 0; round < 5; round += 1) expect(await each('provokable', 'one')).toBe(false);
  });

  test('fail by those of two', async () => {
    expect(await each('provokable', 'one')).toBe(false);
    expect(await each('provokable', 'two')).toBe(true);
  });

  test('fail when no request can be the cause', async () => {
    expect(await each('failed')).toBe(true);
  });

  test('are above suspicion after each answer: what was before it is forgotten', async () => {
    await each('provokable', 'one');
    await each('answered');
    expect(await each('provokable', 'two')).toBe(false);
    await each('failed', '', ['a', 'b']);
    await each('answered');
    expect(await each('provokable', 'three')).toBe(false);
  });

  test('fail by one buyer when they have answered nobody for a whole window', async () => {
    const windowMs = 500;
    const answered = Number(await redis.hget('{judging}:of:c', 'answered'));
    await until(async () => (await redisMs()) > answered + windowMs + 1);
    await note('a', 'provokable', 'one', windowMs);
    await note('b', 'provokable', 'one', windowMs);
    expect(await note('c', 'provokable', 'one', windowMs)).toBe(true);
  });
});

test('sellers that never answered fail by the requests of one buyer', async () => {
  expect(await each('provokable', 'one')).toBe(true);
});

describe('the pause', () => {
  const seen = (parts: Partial<SeenPause> = {}): SeenPause => ({
    ...{ noticedAtMs: 1_000_000, startedAtMs: 940_000, endsAtMs: 1_060_000 },
    ...{ failing: 3, asked: 4, sellerId: 'a', ...parts },
  });
  const stored = () => records.judgingPauses.find({}).toArray();

  test('ends with the latest report, whichever comes last, and begins with the first one', async () => {
    const { judgingPauses } = records;
    expect(await notePause(judgingPauses, seen())).toBe(true);
    const later = seen({ startedAtMs: 990_000, endsAtMs: 1_090_000, sellerId: 'b' });
    expect(await notePause(judgingPauses, later)).toBe(false);
    expect(await notePause(judgingPauses, seen({ sellerId: 'c' }))).toBe(false); // a late one
    expect(await stored()).toMatchObject([
      { startedAt: new Date(940_000), endsAt: new Date(1_090_000), sellerIds: ['a', 'b', 'c'] },
    ]);
  });

  test('is another one when failures are noticed anew', async () => {
    await notePause(records.judgingPauses, seen());
    expect(await notePause(records.judgingPauses, seen({ noticedAtMs: 2_000_000 }))).toBe(true);
    expect(await stored()).toHaveLength(2);
  });

  test('names twenty sellers and no more', async () => {
    for (let at = 0; at < 25; at += 1) {
      await notePause(records.judgingPauses, seen({ sellerId: `seller ${at}` }));
    }
    const [pause] = await stored();
    expect(new Set(pause!.sellerIds).size).toBe(20);
  });
});

test('sellers of one owner, and those at one host, count as one', async () => {
  const logger = { warn: jest.fn(), error: jest.fn() };
  const failures = new CorrelatedFailures({ redis, records, logger, windowMs: WINDOW_MS });
  /** Waits until it is noted. */
  const fail = async (sellerId: string, endpointUrl: string) => {
    const beforeMs = await redisMs();
    failures.note({ seller: { sellerId, endpointUrl }, end: 'failed', participant: '' });
    await until(async () => (await redis.zcount('{judging}:asked', beforeMs, '+inf')) > 0);
  };
  for (let at = 0; at < 3; at += 1) {
    const [sellerId, endpointUrl] = [randomUUID(), `https://${randomUUID()}.example/v1`];
    const times = { registeredAt: new Date(), updatedAt: new Date() };
    await records.sellers.insertOne({
      ...{ _id: sellerId, name: 'One of three', endpointUrl, apiKeyHash: sellerId, ...times },
      ...{ supportedModels: [], regions: [], standing: 'Active', owner: 'one', quotas: {} },
    });
    await fail(sellerId, endpointUrl);
    await fail(randomUUID(), `https://shared.example/${at}`);
  }
  expect(await redis.zcard('{judging}:failing')).toBe(2);
  expect(await currentPause(records.judgingPauses)).toBeNull();
  await fail(randomUUID(), 'https://another.example/v1');
  const pause = await until(() => currentPause(records.judgingPauses), { what: 'the pause' });
  expect(pause).toMatchObject({ failing: 3, asked: 3 });
  await until(() => logger.error.mock.calls.length > 0, { what: 'the operator to be told' });
  expect(logger.error).toHaveBeenCalledTimes(1);
  expect(logger.warn).not.toHaveBeenCalled();
});
