/**
 * The wall clock of a process jumps while it works: it was set by hand, or its machine stood still.
 * What was answered is in the ledger, every request ends, and chats go on at the wrong time.
 */
import { rm } from 'node:fs/promises';
import { openMarket } from '../e2e/market';
import { lotsOf, ticketOn } from '../lots/ticket-market';
import { Traffic, expectNothingLost } from '../replica-set/traffic';
import { JumpingClock } from '../support/clock-off';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { startProcess } from '../support/processes';
import { HOUR_MS } from '../support/passing-time';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { until } from '../support/wait';

const CALLERS = 6;
const ENOUGH = 15;
/** Too late by the clock that jumped, or to be sent again: nothing was charged. */
const REFUSALS: readonly number[] = [408, 503];

const NAMES = ['gateway', 'worker', 'relay'] as const;

/** So that the attempts which a gateway does not finish are the worker's. */
const SETTINGS = { CHAT_QUOTA: 1_000_000, GATEWAY_WORKER: 'off' } as const;
const JUMPS = [HOUR_MS, -HOUR_MS];

let folder: string;
let exchange: Exchange;
const clocks = new Map<string, { clock: JumpingClock; pid: number }>();

beforeAll(async () => {
  folder = await memoryFolder('tokenbook-clock-');
  exchange = await Exchange.start({ gateways: 0, workers: 0, settings: SETTINGS });
  for (const name of NAMES) {
    const clock = await JumpingClock.in(folder, name);
    const started = await startProcess(name, exchange.settings, clock.environment);
    clocks.set(name, { clock, pid: started.pid });
    if (name === 'relay') exchange.relay = started;
    else exchange[`${name}s`].push(started);
  }
});
afterEach(async () => {
  for (const { clock, pid } of clocks.values()) await clock.jump(0, pid);
});
afterAll(async () => {
  await exchange?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(NAMES)('that of a %s, by an hour, in both directions', async (name) => {
  const { clock, pid } = clocks.get(name)!;
  const traffic = new Traffic(exchange);
  await traffic.open(CALLERS);
  const enoughSince = async (sinceMs: number, what: string) =>
    until(() => traffic.acknowledged(sinceMs).length >= ENOUGH, { what });
  await enoughSince(0, 'chats before the jump');
  for (const offsetMs of [HOUR_MS, -HOUR_MS, 0]) {
    const jumpedAtMs = Date.now();
    await clock.jump(offsetMs, pid);
    await enoughSince(jumpedAtMs, `chats at ${offsetMs} ms`);
  }
  await traffic.end();
  process.stdout.write(traffic.summary(`the clock of a ${name} jumps`, 0));
  const others = traffic.refused(0).filter(({ status }) => !REFUSALS.includes(status));
  expect(others).toEqual([]);
  await expectNothingLost(exchange, traffic);
  await exchange.expectSagasEnded();
  await exchange.expectBookAgrees();
});

test.each(JUMPS)(
  'that of a gateway, between reservation and settlement (%i ms)',
  async (jumpMs) => {
    const { clock, pid } = clocks.get('gateway')!;
    const { key, model, seller } = await openMarket(exchange);
    seller.hold();
    const whole = exchange.chat(key, { model });
    const streamed = exchange.stream(key, { model });
    await until(() => seller.held === 2, { what: 'both to be reserved, and at the seller' });
    await clock.jump(jumpMs, pid);
    seller.release();
    expect((await whole).status).toBe(200);
    expect(await streamed).toMatchObject({ status: 200, done: true });
    await exchange.expectExact();
    expect(await exchange.records.trades.countDocuments({ modelId: model })).toBe(2);
    expect(seller.requests).toHaveLength(2);
    await exchange.expectBookAgrees(model);
  },
);

test.each(JUMPS)('that of a worker, over the lease of its attempt (%i ms)', async (jumpMs) => {
  const { clock, pid } = clocks.get('worker')!;
  const { credential, model, maker, contractId } = await ticketOn(exchange, 1_000);
  let asked = 0;
  const failsFirst: Behaviour = {
    answer(visit) {
      const isProbe = visit.request?.headers['x-tokenbook-probe'] !== undefined;
      if (isProbe || (asked += 1) > 1) return BEHAVIOURS.normal().answer(visit);
      maker.hold();
      return BEHAVIOURS.error500().answer(visit);
    },
  };
  maker.setBehaviour(failsFirst);
  const answering = exchange.chat(credential, { model });
  await until(() => maker.held === 1, { what: "the worker's attempt, behind the gateway's" });
  await clock.jump(jumpMs, pid);
  maker.release();
  const { status, body } = await answering;
  expect(status).toBe(200);
  await exchange.expectExact();
  const [lot] = await lotsOf(exchange, contractId);
  expect(lot).toMatchObject({ status: 'open', draws: 1, drawnTokens: body.fill.tokens });
  expect(maker.keys.size).toBe(1);
});
