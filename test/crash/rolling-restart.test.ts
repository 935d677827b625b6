/** Gateways are replaced one after the other, and nobody who follows their readiness notices. */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { type Market, openMarket } from '../e2e/market';
import { type Answer, Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

jest.setTimeout(120_000);

const DELAY_MS = 2_000;
/** How often the load balancer asks. */
const CHECK_MS = 100;
const BUYERS = 3;

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.start({
    gateways: 2,
    settings: { SHUTDOWN_DELAY_MS: DELAY_MS, SHUTDOWN_TIMEOUT_MS: 5_000 },
  });
});
afterAll(() => exchange.stop());

async function isReady({ port }: TestProcess): Promise<boolean> {
  const asked = await request(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await asked?.body.dump();
  return asked?.statusCode === 200;
}

/** Sends chats to gateways that said they are ready, in turns, until told to stop. */
class BalancedLoad {
  readonly answers: Answer[] = [];
  private ready: number[] = [];
  private isOver = false;
  private readonly running: Promise<unknown>;

  constructor(private readonly market: Market) {
    const buyers = Array.from({ length: BUYERS }, (_, turn) => this.send(turn));
    this.running = Promise.all([this.check(), ...buyers]);
  }

  async end(): Promise<Answer[]> {
    this.isOver = true;
    await this.running;
    return this.answers;
  }

  private async check(): Promise<void> {
    while (!this.isOver) {
      const { gateways } = exchange;
      const said = await Promise.all(gateways.map(isReady));
      this.ready = [...gateways.keys()].filter((index) => said[index]);
      await delay(CHECK_MS);
    }
  }

  private async send(first: number): Promise<void> {
    const { key, model } = this.market;
    for (let turn = first; !this.isOver; turn += 1) {
      const gateway = this.ready[turn % this.ready.length];
      if (gateway === undefined) await delay(CHECK_MS);
      else this.answers.push(await exchange.chat(key, { model }, { gateway }));
    }
  }
}

test('a rolling restart under load fails no request', async () => {
  const market = await openMarket(exchange);
  const load = new BalancedLoad(market);
  await until(() => load.answers.length >= 5, { what: 'the load' });
  for (const old of [exchange.gateways[0]!, exchange.gateways[1]!]) {
    const replacement = await exchange.startGateway();
    await until(() => isReady(replacement), { what: 'the new gateway' });
    await old.kill('SIGTERM');
  }
  const answers = await load.end();
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(answers.length).toBeGreaterThan(50);
  await exchange.expectExact();
  await exchange.expectSagasEnded();
});

test('a stopping gateway is unready before it refuses connections', async () => {
  const gateway = exchange.gateways.find(({ alive }) => alive)!;
  expect(await isReady(gateway)).toBe(true);
  const stopped = gateway.kill('SIGTERM');
  await until(async () => !(await isReady(gateway)), { what: '503 at /readyz' });
  const answer = await request(`http://127.0.0.1:${gateway.port}/readyz`);
  expect([answer.statusCode, await answer.body.json()]).toEqual([503, { status: 'not ready' }]);
  await stopped;
});

describe('an answer that is not complete when the gateway has to stop', () => {
  const TEXT = 'word '.repeat(40).trim();
  const SLOW = BEHAVIOURS.unhurried({ gapMs: 200, content: TEXT, chunks: 45 });

  test('a stream ends with an error that says how to go on, and the key gets the rest', async () => {
    await exchange.startGateway();
    await exchange.startGateway();
    const market = await openMarket(exchange, { behaviour: SLOW });
    const [first, second] = [...exchange.gateways.keys()].filter(
      (index) => exchange.gateways[index]!.alive,
    ) as [number, number];
    const idempotencyKey = 'rolling';
    let read = 0;
    const streaming = exchange.stream(
      market.key,
      { model: market.model, max_tokens: 300 },
      { idempotencyKey, gateway: first, onChunk: () => (read += 1) },
    );
    await until(() => read >= 3, { what: 'three chunks' });
    const stopped = exchange.gateways[first]!.kill('SIGTERM');
    const cut = await streaming;
    expect(cut.done).toBe(false);
    expect(cut.chunks.at(-1)).toMatchObject({
      error: { code: 'service_unavailable' },
      choices: [{ finish_reason: 'error' }],
    });
    await stopped;
    const again = await exchange.stream(
      market.key,
      { model: market.model, max_tokens: 300 },
      { idempotencyKey, gateway: second },
    );
    expect(again.done).toBe(true);
    const said = again.chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('');
    expect(said).toBe(TEXT);
    await exchange.expectExact();
  });
});
