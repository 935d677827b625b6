/**
 * A gateway that is given more than its stores can do: it says so early, and what it has accepted is
 * answered and charged once.
 */
import { Exchange } from '../support/exchange';
import { FailPoints } from '../support/fail-points';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

/** More than wait in any case. */
const CALLERS = 120;
const OVERLOADED_MS = 7_000;
/** A refusal that came later would have cost its buyer more than it spared. */
const EARLY_MS = 1_000;

let servers: TestServers;
let failPoints: FailPoints;
let exchange: Exchange;

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries, { hasFailPoints: true });
  failPoints = await FailPoints.open(servers.addresses.mongoUri);
  exchange = await Exchange.start({ addresses: servers.addresses, relay: true });
});

afterAll(async () => {
  await exchange.stop();
  await failPoints.close();
  await servers.stop();
});

interface Seen {
  readonly status: number;
  /** Whether its caller had sent none before. */
  readonly isFirst: boolean;
  readonly tookMs: number;
  readonly retryAfter: string | undefined;
  readonly fillId: string | undefined;
}

test('refuses early with 503, keeps what it has accepted, and takes requests again afterwards', async () => {
  const buyers = await Promise.all(Array.from({ length: 8 }, () => exchange.buyer('100')));
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001' });
  const seen: Seen[] = [];
  const ask = async (caller: number, isFirst = false): Promise<Seen> => {
    const startedAt = performance.now();
    const { status, headers, body } = await exchange.chat(buyers[caller % buyers.length]!.key);
    const tookMs = performance.now() - startedAt;
    const retryAfter = headers['retry-after'] as string | undefined;
    return { status, isFirst, tookMs, retryAfter, fillId: body.fill?.fill_id };
  };
  const endSlowness = await failPoints.slowCommits(1_200);
  const untilMs = performance.now() + OVERLOADED_MS;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let isFirst = true; performance.now() < untilMs; isFirst = false) {
      const answer = await ask(caller, isFirst);
      seen.push(answer);
      // As its Retry-After asks for.
      if (answer.status === 503) await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  });
  try {
    await Promise.all(callers);
  } finally {
    await endSlowness();
  }

  const refused = seen.filter(({ status }) => status !== 200);
  const filled = seen.filter(({ status }) => status === 200);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['1']));
  // The first requests came together, before anything was known of their wait.
  const later = refused.filter(({ isFirst }) => !isFirst);
  const times = later.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  expect(times[Math.floor(times.length * 0.9)]).toBeLessThan(EARLY_MS);
  expect(filled.length).toBeGreaterThan(0);

  await until(async () => (await ask(0)).status === 200, {
    what: 'capacity again',
    timeoutMs: 20_000,
  });
  const settled = await exchange.records.fills.find({ status: 'settled' }).toArray();
  const fillIds = new Set(settled.map(({ _id }) => _id));
  expect(filled.filter(({ fillId }) => !fillIds.has(fillId!))).toEqual([]);
  await exchange.expectExact();
}, 90_000);
