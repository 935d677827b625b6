/** Gateways are replaced one after the other, and a client that follows their readiness notices nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { type Market, openMarket } from '../e2e/market';
import { type Answer, Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

jest.setTimeout(120_000);

/** Many times as long as a check, which takes a while on a busy machine. */
const DELAY_MS = 3_000;
/** How often the load balancer asks. */
const CHECK_MS = 100;
const BUYERS = 3;

const exchange = Exchange.forFile({
  gateways: 2,
  settings: { SHUTDOWN_DELAY_MS: DELAY_MS, SHUTDOWN_TIMEOUT_MS: 3_000 },
});

async function isReady({ port }: TestProcess): Promise<boolean> {
  const asked = await request(`http://127.0.0.1:${port}/readyz`).catch(() => null);
  await asked?.body.dump();
  return asked?.statusCode === 200;
}

/** Sends chats to gateways that said they are ready, in turns, until the test ends it. */
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

test('a gateway is replaced under load, and no request fails', async () => {
  const market = await openMarket(exchange);
  const load = new BalancedLoad(market);
  await until(() => load.answers.length >= 5, { what: 'the load' });
  const [old] = exchange.gateways;
  const replacement = await exchange.startGateway();
  await until(() => isReady(replacement), { what: 'the new gateway' });
  const before = load.answers.length;
  await old!.kill('SIGTERM');
  await until(() => load.answers.length > before + 5, { what: 'more answers' });
  const answers = await load.end();
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  await exchange.expectExact();
  await exchange.expectSagasEnded();
});

test('a stopping gateway is unready first; a stream that it cannot finish says how to go on', async () => {
  const TEXT = 'word '.repeat(40).trim();
  const behaviour = BEHAVIOURS.unhurried({ gapMs: 200, content: TEXT, chunks: 45 });
  const market = await openMarket(exchange, { behaviour });
  const [first, second] = [...exchange.gateways.keys()].filter(
    (index) => exchange.gateways[index]!.alive,
  ) as [number, number];
  const gateway = exchange.gateways[first]!;
  const body = { model: market.model, max_tokens: 300 };
  const idempotencyKey = 'rolling';
  let read = 0;
  const streaming = exchange.stream(market.key, body, {
    idempotencyKey,
    gateway: first,
    onChunk: () => (read += 1),
  });
  await until(() => read >= 3, { what: 'three chunks' });

  const stopped = gateway.kill('SIGTERM');
  await until(async () => !(await isReady(gateway)), { what: '503 at /readyz' });
  const asked = await request(`http://127.0.0.1:${gateway.port}/readyz`);
  expect([asked.statusCode, await asked.body.json()]).toEqual([503, { status: 'not ready' }]);

  const cut = await streaming;
  expect(cut.done).toBe(false);
  expect(cut.chunks.at(-1)).toMatchObject({
    error: { code: 'service_unavailable' },
    choices: [{ finish_reason: 'error' }],
  });
  await stopped;
  const again = await exchange.stream(market.key, body, { idempotencyKey, gateway: second });
  expect(again.done).toBe(true);
  const said = again.chunks.map(({ choices }) => choices[0]?.delta?.content ?? '').join('');
  expect(said).toBe(TEXT);
  await exchange.expectExact();
});
