/** A primary dies and a slot is moved under load: each request is answered or refused, and charged once. */
import { setTimeout as delay } from 'node:timers/promises';
import { headKey } from '../../engine/keys';
import { type Market, openMarket } from '../e2e/market';
import { RedisCluster } from '../engine/redis-cluster';
import type { RedisServer } from '../engine/redis-server';
import { SlotMove } from '../engine/slot-move';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const MARKETS = 6;
const CALLERS = 6;
/** Longer than a command is repeated. */
const MOVING_MS = 4_000;

let cluster: RedisCluster;
let exchange: Exchange;
let markets: Market[];
let isOver = false;
const refusals: unknown[] = [];
/** The fills of the complete answers. */
const fillIds: string[] = [];
let broken = 0;

beforeAll(async () => {
  cluster = await RedisCluster.start();
  exchange = await Exchange.start({
    settings: {
      redisUrl: cluster.address,
      CHAT_QUOTA: 1e6,
    },
    gateways: 2,
    relay: true,
  });
  markets = await Promise.all(Array.from({ length: MARKETS }, () => openMarket(exchange)));
}, 90_000);
afterAll(async () => {
  isOver = true;
  await exchange.stop();
  await cluster.stop();
});

test('a primary dies and a book is moved to another one under load', async () => {
  const callers = Array.from({ length: CALLERS }, (_, caller) => call(caller));
  await answeredMore(60);

  const dead = await primaryOf(markets[0]!);
  await dead.kill();
  await answeredMore(60);
  await everyMarketAnswers();
  expect(await primaryOf(markets[0]!)).not.toBe(dead);

  const moved = markets[1]!;
  const former = await primaryOf(moved);
  const move = await SlotMove.begin(cluster, headOf(moved));
  await delay(MOVING_MS);
  await move.finish();
  await answeredMore(60);
  await everyMarketAnswers();
  expect(await primaryOf(moved)).not.toBe(former);
  isOver = true;
  await Promise.all(callers);

  expect(refusals.filter((code) => code !== 'service_unavailable')).toEqual([]);
  await exchange.expectSagasEnded();
  await exchange.expectExact();
  for (const { model } of markets) await exchange.expectBookAgrees(model);
  expect(new Set(fillIds).size).toBe(fillIds.length);
  const settled = await exchange.records.fills.countDocuments({ status: 'settled' });
  expect(settled).toBeGreaterThanOrEqual(fillIds.length);
  expect(settled).toBeLessThanOrEqual(fillIds.length + broken);
  const found = { _id: { $in: fillIds }, status: 'settled' } as const;
  expect(await exchange.records.fills.countDocuments(found)).toBe(fillIds.length);
  for (const { seller } of markets) {
    expect(seller.requests.length).toBeGreaterThan(0);
  }
}, 300_000);

async function call(caller: number): Promise<void> {
  for (let at = caller; !isOver; at += 1) {
    const market = markets[at % markets.length]!;
    const gateway = at % 2;
    if (at % 3 === 0) await stream(market, gateway);
    else await chat(market, gateway);
  }
}

async function chat({ key, model }: Market, gateway: number): Promise<boolean> {
  const { status, body, headers } = await exchange.chat(key, { model }, { gateway });
  if (status === 200) fillIds.push(String(headers['x-fill-id']));
  else refusals.push(body.code);
  return status === 200;
}

/** A stream that breaks off says so in its last chunk, and costs what it delivered. */
async function stream({ key, model }: Market, gateway: number): Promise<void> {
  const { status, body, chunks, done, headers } = await exchange.stream(
    key,
    { model },
    { gateway },
  );
  if (done) fillIds.push(String(headers['x-fill-id']));
  else refusals.push(status === 200 ? chunks.at(-1)?.error?.code : body.code);
  if (status === 200 && !done) broken += 1;
}

function answeredMore(count: number): Promise<unknown> {
  const goal = fillIds.length + count;
  return until(() => fillIds.length >= goal, {
    what: `${count} more answers`,
    timeoutMs: 6e4,
  });
}

async function everyMarketAnswers(): Promise<void> {
  for (const market of markets) {
    await until(() => chat(market, 0), { what: `an answer of ${market.model}`, timeoutMs: 60_000 });
  }
}

const headOf = ({ model }: Market) => headKey({ modelId: model, tenor: 'spot' });

function primaryOf(market: Market): Promise<RedisServer> {
  return cluster.primaryOf(headOf(market));
}
