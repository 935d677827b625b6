/**
 * Two builds on the same servers: an order that began on one goes on in the other, and back. `npm run
 * upgrade` does the same with a real earlier release, and for longer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import Redis from 'ioredis';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import { placeOrder, readOrder, untilOrder } from '../contracts/market';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { Fleet } from './fleet';
import { type OtherBuild, otherBuild } from './other-build';
import { type Release, thisRelease } from './release';

const BOTH = ['worker', 'gateway'] as const;
/** The price of the resting orders, below the market's ask. */
const RESTING = '0.0002';
const QUANTITY = 1_000;
/** Of docs/operate/upgrade.md. */
const PROBLEMS =
  'TemporalReportedProblems IN ("category=WorkflowTaskFailed", "category=WorkflowTaskTimedOut")';

let exchange: Exchange;
let fleet: Fleet;
let present: Release;
let other: OtherBuild;
let market: Market;
let connection: Connection;

beforeAll(async () => {
  [present, other] = await Promise.all([thisRelease(), otherBuild()]);
  exchange = await Exchange.start({
    gateways: 0,
    workers: 0,
    settings: { SHUTDOWN_DELAY_MS: 500 },
  });
  connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  fleet = new Fleet(exchange);
  const kinds = [...BOTH, 'relay'] as const;
  await Promise.all(kinds.map((kind) => fleet.start(kind, present)));
  market = await openMarket(exchange);
});
afterAll(async () => {
  await fleet.close();
  await exchange.stop();
  await connection.close();
  await other.remove();
});

async function rest(): Promise<string> {
  const terms = { model_id: market.model, quantity: QUANTITY, price: RESTING };
  const { body } = await placeOrder(exchange, market.key, terms);
  expect(body).toMatchObject({ status: 'open' });
  return body.order_id;
}

/** An ask that the oldest resting order buys. */
async function offer(): Promise<void> {
  const { seller, model } = market;
  await exchange.ask(seller, { model, price: RESTING, capacity: QUANTITY });
}

async function replaceBy(release: Release): Promise<void> {
  for (const kind of BOTH) await fleet.replace(kind, release, 0);
}

function workflowOf(orderId: string) {
  const { TOKENBOOK_DEPLOYMENT } = exchange.settings;
  const { workflow } = new Client({ connection });
  return workflow.getHandle(contractOrderWorkflowId(TOKENBOOK_DEPLOYMENT, orderId));
}

async function hasProblem(orderId: string): Promise<boolean> {
  const { workflowId } = workflowOf(orderId);
  const query = `WorkflowId = '${workflowId}' AND ${PROBLEMS}`;
  return (await new Client({ connection }).workflow.count(query)).count > 0;
}

/** Buys chats until told to stop. */
function buying(): () => Promise<number[]> {
  let isOver = false;
  const statuses: number[] = [];
  const buy = async () => {
    while (!isOver) {
      const { status } = await exchange.chat(market.key, { model: market.model });
      statuses.push(status);
      await delay(100);
    }
  };
  const running = buy();
  return async () => {
    isOver = true;
    await running;
    return statuses;
  };
}

test('orders go on in a newer build, and wait for it while an older one runs', async () => {
  const begunBefore = await rest();
  const endBuying = buying();

  await replaceBy(other);
  await offer();
  await untilOrder(exchange, market.key, begunBefore, { status: 'filled' });
  await workflowOf(begunBefore).result();

  const begunAfter = await rest();
  await replaceBy(present);
  await offer();
  await until(() => hasProblem(begunAfter), { what: 'a task that fails' });
  expect(await readOrder(exchange, market.key, begunAfter)).toMatchObject({ status: 'open' });

  await fleet.start('worker', other);
  await untilOrder(exchange, market.key, begunAfter, { status: 'filled' }, 60_000);
  await workflowOf(begunAfter).result();

  const statuses = await endBuying();
  expect(statuses.length).toBeGreaterThan(10);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await librariesOfRedis()).toBeGreaterThanOrEqual(2);
  await exchange.expectExact();
  await exchange.expectSagasEnded();
  await exchange.expectBookAgrees(market.model);
}, 600_000);

async function librariesOfRedis(): Promise<number> {
  const redis = new Redis(exchange.settings.redisUrl);
  const libraries = (await redis.call('FUNCTION', 'LIST', 'LIBRARYNAME', 'tokenbook_*')) as [];
  redis.disconnect();
  return libraries.length;
}
