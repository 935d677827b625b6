/** The files of deploy/load-balancers hold what a gateway needs of the proxy in front of it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { request } from 'undici';
import { redisKey } from '../../engine/redis-keys';
import { openMarket, type Market } from '../e2e/market';
import { StreamClient } from '../stream/client';
import { Exchange, chatBody } from '../support/exchange';
import type { Behaviour } from '../support/sellers/behaviours';
import { completionOf } from '../support/sellers/completions';
import { until } from '../support/wait';
import {
  BALANCERS,
  type BalancerName,
  CLIENT_ADDRESS,
  type RunningBalancer,
  startBalancer,
} from './balancers';

const NAMES = Object.keys(BALANCERS) as BalancerName[];
/** Longer than nginx waits by default. */
const LONG_ANSWER_MS = 65_000;
const LIFE_EVERY_MS = 5_000;
/** A tenth of the default, as the times of the balancers are (balancers.ts). */
const KEEP_ALIVE_MS = 6_500;

/** A seller that thinks for longer than a minute, and shows life. */
const THINKING: Behaviour = {
  answer: async (visit) => {
    visit.res.writeHead(200, { 'content-type': 'application/json' });
    for (let at = 0; at < LONG_ANSWER_MS; at += LIFE_EVERY_MS) {
      visit.res.write(' ');
      await delay(LIFE_EVERY_MS);
    }
    visit.res.end(JSON.stringify(completionOf(visit.request!.idempotencyKey, market.model)));
  },
};

let exchange: Exchange;
let market: Market;
const balancers = new Map<BalancerName, RunningBalancer>();

beforeAll(async () => {
  exchange = await Exchange.start({
    gateways: 2,
    relay: true,
    settings: { KEEP_ALIVE_MS, SHUTDOWN_DELAY_MS: 5_000 },
    environment: { TRUSTED_PROXIES: '127.0.0.1' },
  });
  market = await openMarket(exchange, { balance: '1000', capacity: 1_000_000_000 });
  const ports = exchange.gateways.map(({ port }) => port);
  for (const name of NAMES) balancers.set(name, await startBalancer(name, ports));
}, 300_000);
afterAll(async () => {
  await Promise.all([...balancers.values()].map((balancer) => balancer.stop()));
  await exchange.stop();
});

function post(name: BalancerName, body: object | string, headers: Record<string, string> = {}) {
  const { url, clients } = balancers.get(name)!;
  return request(`${url}/v1/chat/completions`, {
    method: 'POST',
    dispatcher: clients,
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${market.key}`,
      ...headers,
    },
    body:
      typeof body === 'string' ? body : JSON.stringify(chatBody({ model: market.model, ...body })),
    headersTimeout: 2 * LONG_ANSWER_MS,
  });
}

/** Connections at each balancer that are kept until they are closed. */
const CLOSING_LANES = Number(process.env['TEST_CLOSING_LANES'] ?? 100);
const TOGETHER_MS = 4 * LONG_ANSWER_MS;

describe.each(NAMES)('behind %s', (name) => {
  test('the first chunk of a stream arrives before its seller has sent the last one', async () => {
    let goOn = () => undefined as void;
    const isRead = new Promise<void>((resolve) => (goOn = resolve));
    market.seller.setBehaviour({
      answer: async (visit) => {
        const { res } = visit;
        res.writeHead(200, { 'content-type': 'text/event-stream' });
        res.write('data: {"choices":[{"index":0,"delta":{"content":"first"}}]}\n\n');
        await isRead;
        res.end(
          'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
        );
      },
    });
    const { statusCode, body } = await post(name, { stream: true });
    let text = '';
    for await (const part of body) {
      text += part;
      if (text.includes('first')) goOn();
    }
    market.seller.setBehaviour('normal');
    expect({ statusCode, text }).toEqual({
      statusCode: 200,
      text: expect.stringMatching(/"fill":.*\[DONE\]/s),
    });
  }, 30_000);

  test('a prompt of 20 MB is answered', async () => {
    const messages = [{ role: 'user', content: 'word '.repeat(4_000_000) }];
    const { statusCode, body } = await post(name, { messages });
    expect([statusCode, await body.json()]).toMatchObject([
      200,
      { fill: { cost: expect.anything() } },
    ]);
  }, 60_000);

  test('a WebSocket gets the book, and its changes', async () => {
    const { url, ca } = balancers.get(name)!;
    const client = await StreamClient.open(url, `model_id=${market.model}`, { ca });
    await until(() => client.snapshots.length > 0, { what: 'the book' });
    const before = client.snapshots.length;
    await exchange.ask(market.seller, { price: '0.9', model: market.model });
    await until(() => client.snapshots.length > before, { what: 'a change of the book' });
    client.close();
  }, 30_000);

  test('a client counts by its own address, whatever it writes into X-Forwarded-For', async () => {
    await exchange.forgetGuesses();
    const redis = new Redis(exchange.settings.redisUrl);
    const guesses = (address: string) => redis.get(redisKey('guesses', address));
    await redis.del(redisKey('guesses', CLIENT_ADDRESS));
    const headers = {
      authorization: `Bearer sk-tb_${randomUUID()}`,
      'x-forwarded-for': '192.0.2.9',
    };
    const { statusCode, body } = await post(name, {}, headers);
    await body.dump();
    const counted = [
      await guesses(CLIENT_ADDRESS),
      await guesses('192.0.2.9'),
      await guesses('127.0.0.1'),
    ];
    redis.disconnect();
    expect([statusCode, counted]).toEqual([401, ['1', null, null]]);
  });
});

test(
  'a whole answer that takes longer than a minute arrives',
  async () => {
    market.seller.setBehaviour(THINKING);
    const answers = await Promise.all(NAMES.map((name) => post(name, {})));
    const seen = await Promise.all(
      answers.map(async ({ statusCode, body }, at) => {
        const text = await body.text();
        return [NAMES[at], statusCode, text.includes('"fill"')];
      }),
    );
    market.seller.setBehaviour('normal');
    expect(seen).toEqual(NAMES.map((name) => [name, 200, true]));
  },
  TOGETHER_MS,
);

test(
  'no request meets a connection that its gateway is closing',
  async () => {
    const rounds = 8;
    const failures: string[] = [];
    let answered = 0;
    const ask = async (name: BalancerName) => {
      // As long as connections to a gateway are kept, and half a second around it.
      for (let round = 0; round < rounds; round += 1) {
        const { statusCode, body } = await post(name, '{}');
        const text = await body.text();
        // Of the gateway: an empty request is refused, or one of too many.
        if (statusCode < 500 && text.includes('"code"')) answered += 1;
        else failures.push(`${name}: ${statusCode} ${text.slice(0, 80)}`);
        await delay(KEEP_ALIVE_MS - 1_000 + Math.random() * 1_500);
      }
    };
    const asked = NAMES.flatMap((name) => Array.from({ length: CLOSING_LANES }, () => ask(name)));
    await Promise.all(asked);
    expect(failures).toEqual([]);
    expect(answered).toBe(NAMES.length * CLOSING_LANES * rounds);
  },
  TOGETHER_MS * Math.max(1, CLOSING_LANES / 100),
);

test('a gateway that stops loses no request', async () => {
  // The test before has used up the quota of the market's key.
  const { key } = await exchange.buyer('1000');
  const headers = { authorization: `Bearer ${key}` };
  const failures: string[] = [];
  let answered = 0;
  let isStopping = true;
  const ask = async (name: BalancerName) => {
    while (isStopping) {
      const { statusCode, body } = await post(name, {}, headers);
      const text = await body.text();
      if (statusCode === 200) answered += 1;
      else failures.push(`${name}: ${statusCode} ${text.slice(0, 80)}`);
      await delay(200);
    }
  };
  const asked = NAMES.flatMap((name) => [ask(name), ask(name)]);
  await exchange.gateways[1]!.kill('SIGTERM');
  await delay(1_000);
  isStopping = false;
  await Promise.all(asked);
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(10 * NAMES.length);
  await exchange.expectExact();
}, 120_000);
