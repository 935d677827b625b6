/** The check of an endpoint asks for a bounded time and reads a bounded answer, a few at a time. */
import { once } from 'node:events';
import Redis from 'ioredis';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import { RegistrationCheck } from '../../exchange/probing/registration-check';
import { testSettings } from '../support/environment';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

/** At a time in one process. */
const AT_ONCE = 64;
const ANSWER_BYTES_MAX = 256 * 1_024;

let redis: Redis;
let seller: Seller;
let checks: RegistrationCheck;
beforeAll(async () => {
  const settings = await testSettings();
  redis = new Redis(settings.redisUrl);
  seller = await startSeller();
  const names = new NameResolver({ servers: [], local: true });
  checks = new RegistrationCheck({ redis, names, settings: { ...settings, local: true } });
});
afterEach(() => seller.setBehaviour('normal'));
afterAll(async () => {
  await seller.close();
  redis.disconnect();
});

const run = (signal = new AbortController().signal) =>
  checks.run({ url: seller.url, model: 'a-model', signal });

const found = async (name: string) => (await run()).find(({ check }) => check === name);

/** An answer of so many bytes. */
const long = (bytes: number): Behaviour => ({
  answer: ({ res }) => void res.writeHead(200).end(' '.repeat(bytes)),
});

/** So many checks whose question has arrived and gets no answer, of one caller. */
async function unanswered(count: number) {
  seller.setBehaviour(BEHAVIOURS.silent());
  const known = seller.probes.length;
  const caller = new AbortController();
  const underWay = Array.from({ length: count }, () => run(caller.signal));
  const haveArrived = () => seller.probes.length === known + count;
  await until(haveArrived, { what: 'all questions to have arrived', timeoutMs: 15_000 });
  return { underWay, leave: () => caller.abort() };
}

/** Time-outs pass when the test says so. */
function passingTime() {
  const timeouts = new Map<number, AbortController>();
  const timeout = jest.spyOn(AbortSignal, 'timeout').mockImplementation((afterMs) => {
    const ending = new AbortController();
    timeouts.set(afterMs, ending);
    return ending.signal;
  });
  return {
    passes: (afterMs: number) =>
      timeouts.get(afterMs)!.abort(new DOMException('The time is over', 'TimeoutError')),
    end: () => timeout.mockRestore(),
  };
}

test('a caller who leaves is no longer asked for', async () => {
  const { underWay, leave } = await unanswered(1);
  leave();
  const [checked] = await Promise.all(underWay);
  const reached = checked!.find(({ check }) => check === 'reachable');
  expect(reached).toMatchObject({ status: 'fail' });
  expect(String(reached!.found)).not.toMatch(/within/);
});

test('an endpoint that does not answer is told how long it had', async () => {
  seller.setBehaviour(BEHAVIOURS.silent());
  const { passes, end } = passingTime();
  const known = seller.probes.length;
  const checked = found('reachable');
  await until(() => seller.probes.length > known, { what: 'the question to arrive' });
  passes(20_000);
  end();
  expect(await checked).toMatchObject({ status: 'fail', found: 'no answer within 20 s' });
});

test('a check ends after 25 s, whatever it has yet to ask', async () => {
  const { passes, end } = passingTime();
  const known = seller.probes.length;
  seller.setBehaviour(BEHAVIOURS.inTurn(BEHAVIOURS.normal(), BEHAVIOURS.silent()));
  const checked = run();
  await until(() => seller.probes.length > known + 1, { what: 'a question without an answer' });
  const asked = seller.probes.length;
  passes(25_000);
  end();
  const tooLong = 'the check took longer than 25 s';
  expect((await checked).at(-1)).toMatchObject({ status: 'fail', found: tooLong });
  expect(seller.probes).toHaveLength(asked);
});

test('a place is free again after each check, whatever came of it', async () => {
  for (let at = 0; at <= AT_ONCE; at += 1) {
    seller.setBehaviour(at % 2 === 0 ? 'normal' : BEHAVIOURS.resetBeforeHeaders());
    expect((await run()).length).toBeGreaterThan(1);
  }
});

test('so many at once, and one more is told to come later', async () => {
  const { underWay, leave } = await unanswered(AT_ONCE);
  await expect(run()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 });
  leave();
  await Promise.all(underWay);
  seller.setBehaviour('normal');
  expect(await found('reachable')).toMatchObject({ status: 'ok' });
});

test('an answer is read up to its limit', async () => {
  seller.setBehaviour(long(ANSWER_BYTES_MAX));
  expect((await found('answers'))?.found).not.toMatch(/longer than/);
  seller.setBehaviour(long(ANSWER_BYTES_MAX + 1));
  expect(await found('reachable')).toMatchObject({
    status: 'fail',
    found: 'the answer is longer than 256 KiB',
  });
});

test('an answer without an end is not read on', async () => {
  const closed: Promise<unknown>[] = [];
  seller.setBehaviour({
    answer: ({ res }) => {
      closed.push(once(res, 'close'));
      res.writeHead(200);
      const pour = (): void => {
        if (!res.destroyed) res.write(' '.repeat(65_536), () => setImmediate(pour));
      };
      pour();
    },
  });
  expect(await found('reachable')).toMatchObject({ found: expect.stringContaining('longer than') });
  await Promise.all(closed);
});
