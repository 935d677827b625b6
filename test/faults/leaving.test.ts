/**
 * A client that leaves, at whatever step of whatever route, leaves nothing behind: no memory, count,
 * lease, hold or listener. `LEAVING_ROUTES` and `LEAVING_STEPS` in the environment look at more.
 */
import { EventEmitter, once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import express, { type RequestHandler } from 'express';
import { pino } from 'pino';
import { whenClosed } from '../../api/closing';
import { BodyMemory } from '../../api/middleware/body-memory';
import { leftInRecords } from '../pauses/quiet';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import { BUILD, buildOnce } from '../support/processes';
import { Random, SEED } from '../support/random';
import { type Kind, type Target, ask, examine } from './leaving/examine';
import {
  ROUTES,
  TestRequests,
  type TestRoute,
  UPGRADES,
  hasMessage,
  upgradeText,
} from './leaving/requests';
import { RequestSteps } from './leaving/steps';

/** Besides those of chats. */
const ROUTES_MAX = Number(process.env['LEAVING_ROUTES'] ?? 2);
const STEPS_MAX = Number(process.env['LEAVING_STEPS'] ?? 1);
const KINDS: readonly Kind[] = ['cut', 'FIN', 'RST'];
/** Examined together: a failure names them. */
const TOGETHER = 12;
/** All steps of twelve routes, on a busy machine. */
const WITHIN_MS = 20 * 60_000;

const random = new Random(SEED);

let steps: RequestSteps;
beforeEach(() => {
  steps = new RequestSteps();
  steps.start();
});
afterEach(() => steps.stop());

describe('the harness', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  async function leftBy(handler: RequestHandler): Promise<readonly string[]> {
    server = createServer(express().get('/', handler)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const text = (headers: Readonly<Record<string, string>>) =>
      ['GET / HTTP/1.1', 'Host: x', 'Connection: close']
        .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
        .join('\r\n')
        .concat('\r\n\r\n');
    const target: Target = { name: 'one', port, text };
    const options = { kinds: KINDS, stepsMax: 100, random, quietWithinMs: 1_000 };
    const { left, leavings } = await examine(steps, [target], options);
    expect(leavings).toBeGreaterThan(1);
    return left;
  }

  const memory = new BodyMemory();
  const shared = new EventEmitter().setMaxListeners(0);

  test('finds memory that is freed too late, and a listener with a shared emitter', async () => {
    shared.on('news', () => undefined);
    const left = await leftBy(async (_req, res) => {
      const listen = () => undefined;
      shared.on('news', listen);
      await delay(5);
      const share = memory.share('sender');
      res.once('close', share.release);
      share.grow(1_000);
      await delay(5);
      if (res.closed) return;
      shared.off('news', listen);
      res.end();
    });
    expect(left).toContainEqual(expect.stringMatching(/^Part#\d+\.bytes: \d+000 more$/));
    expect(left).toContainEqual(expect.stringMatching(/^EventEmitter#\d+ on news: \d+ more$/));
  });

  test('finds nothing where all is freed', async () => {
    const left = await leftBy(async (_req, res) => {
      await delay(5);
      const share = memory.share('another');
      whenClosed(res, share.release);
      await delay(5);
      res.end();
    });
    expect(left).toEqual([]);
  });
});

describe('the routes', () => {
  const isChat = ({ declared }: TestRoute) => declared.streamed !== undefined;
  const others = ROUTES.filter((route) => !isChat(route));
  while (others.length > ROUTES_MAX) others.splice(random.between(0, others.length - 1), 1);
  const chosen = ROUTES.filter((route) => isChat(route) || others.includes(route));
  const parts = Array.from({ length: Math.ceil(chosen.length / TOGETHER) }, (_, part) =>
    chosen.slice(part * TOGETHER, (part + 1) * TOGETHER),
  );
  let exchange: Exchange;
  let targetOf: (route: TestRoute) => Target;
  let publicPort: number;

  beforeAll(async () => {
    const quota = 1_000_000;
    exchange = await Exchange.start({
      gateways: 0,
      settings: {
        ASKS_QUOTA: quota,
        CAPACITY_QUOTA: quota,
        CHAT_QUOTA: quota,
        DECISIONS_QUOTA: quota,
        ORDERS_QUOTA: quota,
        REGISTRATION_QUOTA: quota,
        WEBHOOKS_QUOTA: quota,
        CODEC_QUOTA: quota,
        GATEWAY_WORKER: 'off',
        READER_THREADS: 1,
      },
    });
    targetOf = await openGateway();
    // Ids are known then.
    for (const route of ROUTES) await ask(new RequestSteps(), targetOf(route), Infinity, 'cut');
  });
  afterAll(() => exchange.stop());

  /** A gateway in this process, with the participants of all requests. */
  async function openGateway(): Promise<(route: TestRoute) => Target> {
    await buildOnce();
    const { serveGateway } = await import(join(BUILD, 'processes', 'serve-gateway.js'));
    const gateway = await serveGateway(exchange.settings, pino({ level: 'silent' }));
    const { port, adminPort } = gateway;
    publicPort = port;
    const never = new Promise<number | null>(() => undefined);
    exchange.gateways.push({
      pid: process.pid,
      port,
      adminPort,
      healthPort: 0,
      alive: true,
      exited: never,
      output: () => '',
      kill: () => gateway.stop(),
    });
    const { key: buyerKey } = await exchange.buyer('1000');
    const seller = await exchange.seller();
    await exchange.ask(seller, { price: '0.0005', capacity: 100_000_000 });
    const { sellerId, apiKey: sellerKey } = seller;
    const { operatorToken } = exchange.settings.secrets;
    const { model } = exchange;
    const requests = new TestRequests({ buyerKey, sellerKey, sellerId, operatorToken, model });
    return (route) => ({
      name: route.name,
      port: route.surface === 'operator' ? adminPort : port,
      text: (headers) => requests.textOf(route, headers),
      onAnswer: (body) => requests.harvest(route.surface, body),
    });
  }

  async function expectNothingLeft(targets: readonly Target[]): Promise<void> {
    const readStores = async () =>
      new Map((await leftInRecords(exchange.records)).map(countAndName));
    const options = { kinds: KINDS, stepsMax: STEPS_MAX, random, quietWithinMs: 30_000 };
    const { left, leavings } = await examine(steps, targets, options, readStores);
    const names = targets.map(({ name }) => name).join('; ');
    evidence('leavings', { leavings, names });
    expect(left).toEqual([]);
    expect(leavings).toBeGreaterThanOrEqual(targets.length * KINDS.length);
    await exchange.expectExact();
  }

  test.each(parts.map((part) => ({ part, names: part.map(({ name }) => name).join('; ') })))(
    `keep nothing of a client that leaves at any step (seed ${SEED}): $names`,
    ({ part }) => expectNothingLeft(part.map(targetOf)),
    WITHIN_MS,
  );

  test(
    `keep nothing of a client that leaves at any step of an upgrade (seed ${SEED})`,
    () => {
      const { model } = exchange;
      const targets = Object.entries(UPGRADES).map(([name, lines]) => ({
        name: `upgrade to ${name}`,
        port: publicPort,
        text: (headers: Readonly<Record<string, string>>) => upgradeText(lines, model, headers),
        isOver: hasMessage,
      }));
      return expectNothingLeft(targets);
    },
    WITHIN_MS,
  );
});

/** As in `3 fills reserved`. */
function countAndName(text: string): [name: string, count: number] {
  const [count, ...words] = text.split(' ');
  return [words.join(' '), Number(count)];
}
