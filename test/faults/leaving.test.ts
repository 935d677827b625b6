/**
 * A client that leaves, at whatever step of whatever route, leaves nothing behind: no memory, count,
 * lease, hold or listener. `LEAVING_STEPS` and `LEAVING_KINDS` in the environment look at more.
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
import { type Kind, type Target, examine } from './leaving/examine';
import { ROUTES, TestRequests } from './leaving/requests';
import { RequestSteps } from './leaving/steps';

const STEPS_MAX = Number(process.env.LEAVING_STEPS ?? 4);
const KINDS = (process.env.LEAVING_KINDS ?? 'cut').split(',') as Kind[];

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
    const options = { kinds: ['cut' as const], stepsMax: 8, quietWithinMs: 1_000 };
    const { left, leavings } = await examine(steps, [target], options);
    expect(leavings).toBeGreaterThan(1);
    return left;
  }

  const memory = new BodyMemory();
  const shared = new EventEmitter().setMaxListeners(0);

  test('finds memory that is freed when a connection closes, but not when it has closed', async () => {
    const left = await leftBy(async (_req, res) => {
      await delay(5);
      const share = memory.share('sender');
      res.once('close', share.release);
      share.grow(1_000);
      await delay(5);
      res.end();
    });
    expect(left).toContainEqual(expect.stringMatching(/^Part#\d+\.bytes: \d+000 more$/));
  });

  test('finds a listener that a request leaves with a shared emitter', async () => {
    shared.on('news', () => undefined);
    const left = await leftBy(async (_req, res) => {
      const listen = () => undefined;
      shared.on('news', listen);
      await delay(5);
      if (res.closed) return;
      shared.off('news', listen);
      res.end();
    });
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

describe('every route', () => {
  let exchange: Exchange;
  let targets: Target[];

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
    targets = await openGateway();
  });
  afterAll(() => exchange.stop());

  /** A gateway in this process, with the participants of all requests. */
  async function openGateway(): Promise<Target[]> {
    await buildOnce();
    const { serveGateway } = await import(join(BUILD, 'processes', 'serve-gateway.js'));
    const gateway = await serveGateway(exchange.settings, pino({ level: 'silent' }));
    const { port, adminPort } = gateway;
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
    return ROUTES.map((route) => ({
      name: route.name,
      port: route.surface === 'operator' ? adminPort : port,
      text: (headers) => requests.textOf(route, headers),
      onAnswer: (body) => requests.harvest(route.surface, body),
    }));
  }

  test('leaves nothing behind when its client leaves at any step', async () => {
    const readStores = async () =>
      new Map((await leftInRecords(exchange.records)).map((what) => [what, 1]));
    const options = { kinds: KINDS, stepsMax: STEPS_MAX, quietWithinMs: 30_000 };
    const { left, leavings } = await examine(steps, targets, options, readStores);
    evidence('leavings', { leavings });
    expect(left).toEqual([]);
    expect(leavings).toBeGreaterThan(targets.length);
    await exchange.expectExact();
  });
});
