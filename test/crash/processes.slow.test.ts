/** A request in flight survives a kill -9 of any process of ours, or one that stands still, and is charged once. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Market, openMarket } from '../e2e/market';
import { formatScale8 } from '../../domain/money';
import { type Answer, Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { expectClosedInTime } from './closed-in-time';

const TEXT = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen.';

/** Changes a balance in a transaction, says so, and leaves it open. */
const OPEN_TRANSACTION = `
  const [uri, database, accountId] = process.argv.slice(1);
  const { mongo } = require('mongoose');
  mongo.MongoClient.connect(uri).then(async (client) => {
    const session = client.startSession();
    session.startTransaction();
    const balances = client.db(database).collection('balances');
    await balances.updateOne({ _id: accountId }, { $inc: { version: 1 } }, { session });
    console.log('open');
  });`;

const REQUESTS = 24;
/** A request reserves 75 tokens at 0.001 per 1,000. */
const HELD_SCALE8 = 7_500n;
const AT_ONCE = 8;
const CAP_SCALE8 = BigInt(AT_ONCE) * HELD_SCALE8;
/** Longer than a workflow task may take: the server gives the task to somebody else. */
const STALL_MS = 6_000;

let exchange: Exchange;
/** When the test killed its process. */
let killedAtMs: number;

describe('where workers alone run the steps of orders', () => {
  beforeAll(async () => {
    exchange = await Exchange.start({ gateways: 2, settings: { GATEWAY_WORKER: 'off' } });
  });
  afterAll(() => exchange.stop());

  test('worker killed while the seller is answering: the same seller is asked with the same key, one charge', async () => {
    const market = await openMarket(exchange);
    const { key, model, seller } = market;
    await failingSeller(model);
    seller.hold();
    const answering = exchange.chat(key, { model });
    await until(() => seller.held === 1, { what: 'the seller to be asked' });

    await replaceWorker();
    await until(() => seller.requests.length === 2, {
      what: 'the seller to be asked again',
      timeoutMs: 30_000,
    });
    seller.release();

    const answer = await answering;
    expect(answer.status).toBe(200);
    expect([...seller.keys]).toEqual([[answer.body.fill.fill_id, 2]]);
    await expectOneCharge(answer.body.fill.fill_id, market);
  });

  test('worker killed in the middle of a stream: the buyer reads each token once', async () => {
    const behaviour = BEHAVIOURS.unhurried({ gapMs: 100, content: TEXT });
    const market = await openMarket(exchange, { behaviour });
    const { key, model } = market;
    await failingSeller(model);
    let read = 0;
    const streaming = exchange.stream(key, { model }, { onChunk: () => (read += 1) });
    await until(() => read >= 3, { what: 'three chunks' });

    await replaceWorker();

    const stream = await streaming;
    expect(stream.done).toBe(true);
    expect(contentOf(stream.chunks)).toBe(TEXT);
    await expectOneCharge(stream.chunks.at(-1).fill.fill_id, market);
  });

  test.each(['stands still', 'dies'])(
    'the worker %s in the middle of many matches',
    async (what) => {
      const { key, model, seller } = await openMarket(exchange);
      const before = await exchange.records.fills.countDocuments();
      const answering = Array.from({ length: REQUESTS }, () => exchange.chat(key, { model }));
      await until(async () => (await exchange.records.fills.countDocuments()) > before, {
        everyMs: 1,
        what: 'the first match',
      });

      if (what === 'dies') {
        await replaceWorker();
      } else {
        const worker = exchange.workers.find(({ alive }) => alive)!;
        process.kill(worker.pid, 'SIGSTOP');
        await new Promise((resolve) => setTimeout(resolve, STALL_MS));
        process.kill(worker.pid, 'SIGCONT');
      }

      const answers = await Promise.all(answering);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(seller.keys.size).toBe(REQUESTS);
      await exchange.expectExact();
      expect((await exchange.account(key)).balance).toBe('9.999424'); // 24 x 24 tokens
      await exchange.expectBookAgrees(model);
    },
  );

  test('worker killed between settlements of a capped key: the cap holds to the unit, and nothing of it is lost', async () => {
    await expectCapKept(await twoGateways(), replaceWorker);
  });

  test('a process died in the middle of a transaction: its account is held up for seconds', async () => {
    const { key, model, accountId } = await openMarket(exchange);
    const { mongoUri, MONGODB_DATABASE } = exchange.settings;
    const script = ['-e', OPEN_TRANSACTION, mongoUri, MONGODB_DATABASE, accountId];
    const dying = spawn(process.execPath, script, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(dying.stdout, 'data');
    dying.kill('SIGKILL');
    await once(dying, 'exit');
    expect((await exchange.chat(key, { model })).status).toBe(200);
    await exchange.expectExact();
  });

  test('gateway killed in the middle of a stream: the stream is given again from its start, fill included', async () => {
    const behaviour = BEHAVIOURS.unhurried({ gapMs: 60, content: TEXT });
    const market = await openMarket(exchange, { behaviour });
    const { key, model, seller } = market;
    const [first, second] = await twoGateways();
    let read = 0;
    const lost = exchange
      .stream(
        key,
        { model },
        { idempotencyKey: 'again', gateway: first, onChunk: () => (read += 1) },
      )
      .catch(() => null);
    await until(() => read >= 3, { what: 'three chunks' });

    await kill(exchange.gateways[first]!);
    await lost;

    const stream = await exchange.stream(
      key,
      { model },
      { idempotencyKey: 'again', gateway: second },
    );
    expect(stream.done).toBe(true);
    expect(contentOf(stream.chunks)).toBe(TEXT);
    expect(seller.keys.size).toBe(1);
    await expectOneCharge(stream.chunks.at(-1).fill.fill_id, market);
  });
});

describe('where gateways run them too', () => {
  beforeAll(async () => {
    // What a gateway reserved that died before it was recorded comes back to the book with the lease.
    const settings = { RESERVATION_LEASE_MS: 5_000 };
    exchange = await Exchange.start({ gateways: 2, relay: true, settings });
  });
  afterAll(() => exchange.stop());

  test('gateway killed while the buyer waits: asked again elsewhere with the same key, he gets the same fill', async () => {
    const market = await openMarket(exchange);
    const { key, model, seller } = market;
    const [first, second] = await twoGateways();
    seller.hold();
    const lost = exchange
      .chat(key, { model }, { idempotencyKey: 'once', gateway: first })
      .catch(() => null);
    await until(() => seller.held === 1, { what: 'the seller to be asked' });

    await kill(exchange.gateways[first]!);
    expect(await lost).toBeNull();
    const again = exchange.chat(key, { model }, { idempotencyKey: 'once', gateway: second });
    seller.release();

    const answer = await again;
    expect(answer.status).toBe(200);
    const third = await exchange.chat(key, { model }, { idempotencyKey: 'once', gateway: second });
    expect(third.body).toEqual(answer.body);
    await expectOneCharge(answer.body.fill.fill_id, market);
  });

  test('gateway killed between settlements of a capped key: the cap holds to the unit, and nothing of it is lost', async () => {
    const gateways = await twoGateways();
    await expectCapKept(gateways, () => kill(exchange.gateways[gateways[0]]!));
  });

  test('twenty askers with one key, at two gateways, one of which dies: one fill, one answer', async () => {
    const market = await openMarket(exchange);
    const { key, model, seller } = market;
    const [first, second] = await twoGateways();
    seller.hold();
    const asking = Array.from({ length: 20 }, (_, at) =>
      exchange
        .chat(key, { model }, { idempotencyKey: 'many', gateway: at % 2 ? second : first })
        .catch(() => null),
    );
    await until(() => seller.held >= 1, { what: 'the seller to be asked' });
    await kill(exchange.gateways[first]!);
    seller.release();

    const answers = (await Promise.all(asking)).filter((answer) => answer !== null);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.length).toBeGreaterThanOrEqual(10);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(seller.keys.size).toBe(1);
    await expectOneCharge(answers[0]!.body.fill.fill_id, market);
  });
});

/**
 * Many requests at once with a key that is capped for eight of them. One process dies after the first
 * settlement; who was not answered asks again. What the key holds and has used is read all the time.
 */
async function expectCapKept(gateways: readonly [number, number], die: () => Promise<void>) {
  const { model, seller, accountId } = await openMarket(exchange);
  const path = `/accounts/${accountId}/keys`;
  const { body } = await exchange.admin('POST', path, { limit: formatScale8(CAP_SCALE8) });
  const { key_id: keyId, buyer_key: key } = body;
  const { records } = exchange;
  const settled = () => records.fills.find({ keyId, status: 'settled' }).toArray();
  const spend = async () => (await records.buyerKeys.findOne({ _id: keyId }))?.spend;
  let isOver = false;
  const watching = (async () => {
    let mostScale8 = 0n;
    while (!isOver) {
      const { heldScale8 = 0n, usedScale8 = 0n } = (await spend()) ?? {};
      if (heldScale8 + usedScale8 > mostScale8) mostScale8 = heldScale8 + usedScale8;
    }
    return mostScale8;
  })();
  const ask = (at: number, gateway: number) =>
    exchange.chat(key, { model }, { idempotencyKey: `${keyId}-${at}`, gateway }).catch(() => null);
  seller.hold();
  const asked = Array.from({ length: REQUESTS }, (_, at) => ask(at, gateways[at % 2]!));
  await until(() => seller.held >= AT_ONCE, { what: 'as many requests as the cap allows' });
  seller.release();
  await until(async () => (await settled()).length > 0, { everyMs: 1, what: 'a settlement' });
  await die();
  const first = await Promise.all(asked);
  for (const [at, answer] of first.entries()) {
    const isTold = (one: Answer | null) => one !== null && [200, 402].includes(one.status);
    if (!isTold(answer))
      await until(async () => isTold(await ask(at, gateways[1])), { what: 'an answer' });
  }
  await expectClosedInTime(exchange, 'a process was killed', killedAtMs);
  for (let status = 200; status === 200;) status = (await exchange.chat(key, { model })).status;
  isOver = true;
  expect(await watching).toBeLessThanOrEqual(CAP_SCALE8);
  const cost = (await settled()).reduce((sum, { costScale8 }) => sum + costScale8, 0n);
  expect(await spend()).toMatchObject({ heldScale8: 0n, usedScale8: cost });
  expect(CAP_SCALE8 - cost).toBeLessThan(HELD_SCALE8);
  await exchange.expectExact();
}

async function kill(process: TestProcess): Promise<void> {
  await process.kill('SIGKILL');
  killedAtMs = Date.now();
}

/** Kills the worker that runs, and starts another. */
async function replaceWorker(): Promise<void> {
  const [worker, ...others] = exchange.workers.filter(({ alive }) => alive);
  expect(others).toEqual([]);
  await kill(worker!);
  await exchange.startWorker();
}

/** The numbers of two that run: one is started where an earlier test killed one. */
async function twoGateways(): Promise<[number, number]> {
  const { gateways } = exchange;
  const running = [...gateways.keys()].filter((at) => gateways[at]!.alive);
  if (running.length < 2) running.push(gateways.indexOf(await exchange.startGateway()));
  return [running[0]!, running[1]!];
}

/** The cheapest: what it fails goes on in a workflow of its own, whose attempts a worker makes. */
async function failingSeller(model: string): Promise<void> {
  const failing = await exchange.seller('resetAfterBody', { models: [model] });
  await exchange.ask(failing, { model, price: '0.0001' });
}

/** One settled fill, one trade, one charge; ledger and book exact, in time; the saga at its end. */
async function expectOneCharge(fillId: string, { key, accountId, model }: Market): Promise<void> {
  await expectClosedInTime(exchange, 'a process was killed', killedAtMs);
  await exchange.expectExact();
  const { records } = exchange;
  const trades = await records.trades.find({ modelId: model }).toArray();
  expect(trades.map(({ _id }) => _id)).toEqual([fillId]);
  expect(await records.journals.countDocuments({ accountId, kind: 'capture' })).toBe(1);
  expect((await exchange.account(key)).reserved).toBe('0');
  await exchange.expectBookAgrees(model);
  await exchange.expectSagasEnded();
}

function contentOf(chunks: any[]): string {
  return chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? '').join('');
}
