/**
 * Chats of several callers, each sent once and never repeated, and what a buyer is told meanwhile.
 * Every answer is kept, so that it can be compared with the records afterwards.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, MODEL } from '../support/exchange';
import { Observer } from '../support/observer';
import { until } from '../support/wait';

interface Sent {
  readonly status: number;
  readonly code: string | null;
  readonly fillId: string | null;
  readonly atMs: number;
  readonly tookMs: number;
}

interface Caller {
  readonly key: string;
  readonly accountId: string;
}

const GAP_MS = 20;

export class Traffic {
  readonly sent: Sent[] = [];
  /** Chats that were not settled when they were answered. */
  readonly unsettled: string[] = [];
  /** First reads of a balance that lacked a charge which was answered before. */
  readonly late: string[] = [];
  /** What its callers were told. */
  readonly observer = new Observer();
  /** When the requests without an answer were sent. */
  private readonly waiting = new Set<{ readonly atMs: number }>();
  private ends = false;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly exchange: Exchange) {}

  /** A seller with an ask, and callers with an account each. */
  async open(callers: number): Promise<void> {
    const { exchange } = this;
    const seller = await exchange.seller('normal');
    await exchange.ask(seller, { price: '0.001', capacity: 100_000_000 });
    const buyers = await Promise.all(Array.from({ length: callers }, () => exchange.buyer('1000')));
    this.running = Promise.all(buyers.map((buyer) => this.call(buyer)));
  }

  async end(): Promise<void> {
    this.ends = true;
    await this.running;
  }

  /** Answered with 200 from this time on. */
  acknowledged(sinceMs = 0): readonly Sent[] {
    return this.sent.filter(({ status, atMs }) => status === 200 && atMs >= sinceMs);
  }

  /** Ended otherwise than with 200 since a moment. */
  refused(sinceMs: number): readonly Sent[] {
    return this.sent.filter(({ status, atMs, tookMs }) => {
      return status !== 200 && atMs + tookMs >= sinceMs;
    });
  }

  /** Whether a request that was sent before a moment has no answer yet. */
  isWaiting(sentBeforeMs: number): boolean {
    return [...this.waiting].some(({ atMs }) => atMs < sentBeforeMs);
  }

  /** From a moment until the first answer of 200 to a request that was sent after it. */
  pauseMs(sinceMs: number): number {
    const first = Math.min(...this.acknowledged(sinceMs).map(({ atMs, tookMs }) => atMs + tookMs));
    return first - sinceMs;
  }

  /** For people: percentiles of the times of all answers since a moment, and their statuses. */
  summary(what: string, sinceMs: number): string {
    const since = this.sent.filter(({ atMs, tookMs }) => atMs + tookMs >= sinceMs);
    const times = since.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
    const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0;
    const statuses = new Map<string, number>();
    for (const { status, code } of since) {
      const name = `${status || 'broken off'}${code ? ` ${code}` : ''}`;
      statuses.set(name, (statuses.get(name) ?? 0) + 1);
    }
    const answers = [...statuses].map(([name, count]) => `${count} x ${name}`).join(', ');
    const [p50, p99, max] = [at(0.5), at(0.99), at(1)].map((ms) => `${Math.round(ms)} ms`);
    const pause = `first 200 after ${Math.round(this.pauseMs(sinceMs))} ms`;
    const late = `${this.late.length} late balances`;
    return `${what}: ${pause}; answers p50 ${p50}, p99 ${p99}, max ${max}; ${answers}; ${late}\n`;
  }

  private async call({ key, accountId }: Caller): Promise<void> {
    let balance = Infinity;
    while (!this.ends) {
      const sent = await this.chat({ key, accountId });
      if (sent.status === 200) {
        await this.lookUp(sent);
        balance = await this.readBalance(key, balance);
      }
      await delay(GAP_MS);
    }
  }

  private async chat({ key, accountId }: Caller): Promise<Sent> {
    const atMs = Date.now();
    const options = { idempotencyKey: randomUUID() };
    const waiting = { atMs };
    this.waiting.add(waiting);
    const answer = await this.exchange.chat(key, { model: MODEL }, options).catch(() => null);
    if (answer) this.observer.note({ accountId, ...options }, answer);
    const sent = {
      status: answer?.status ?? 0,
      code: answer?.body?.error?.code ?? null,
      fillId: answer?.body?.fill?.fill_id ?? null,
      atMs,
      tookMs: Date.now() - atMs,
    };
    this.waiting.delete(waiting);
    this.sent.push(sent);
    return sent;
  }

  /** When its answer arrives, a chat is settled at whichever primary a majority confirms. */
  private async lookUp({ fillId, tookMs }: Sent): Promise<void> {
    const { fills } = this.exchange.records;
    const read = () => fills.findOne({ _id: fillId! }, { readConcern: 'linearizable' });
    const fill = await until(read, { what: 'a read of the fill', timeoutMs: 240_000 });
    if (fill.status !== 'settled')
      this.unsettled.push(`${fill.status} when answered, ${tookMs} ms`);
  }

  /**
   * The charge of an answered chat is in the balance, which is less than after the chat before it. A
   * new primary may not know for a moment which writes a majority had confirmed to the last one.
   */
  private async readBalance(key: string, before: number): Promise<number> {
    const read = async () => Number.parseFloat((await this.exchange.account(key)).balance);
    const first = await read().catch(() => Number.NaN);
    if (first < before) return first;
    if (first >= before) this.late.push(`balance ${first} after ${before}`);
    const isCharged = async () => ((await read()) < before ? read() : null);
    return until(isCharged, { what: 'the charge in the balance', timeoutMs: 240_000 });
  }
}

/** Each chat that was answered with 200 is settled once, and everything adds up. */
export async function expectNothingLost(exchange: Exchange, traffic: Traffic): Promise<void> {
  await exchange.expectExact(180_000);
  const answered = traffic.acknowledged().map(({ fillId }) => fillId!);
  const found = exchange.records.fills.find({ _id: { $in: answered }, status: 'settled' });
  const settled = (await found.toArray()).map(({ _id }) => _id);
  expect(answered.filter((fillId) => !settled.includes(fillId))).toEqual([]);
  expect(new Set(answered).size).toBe(answered.length);
  const trades = await exchange.records.trades.countDocuments({ _id: { $in: answered } });
  expect(trades).toBe(answered.length);
  expect(traffic.unsettled).toEqual([]);
  expect(await traffic.observer.violations(exchange.records)).toEqual([]);
  const unexplained = traffic.sent.filter(({ status }) => status === 500);
  expect({ unexplained, logged: refusalsWithoutReason(exchange, traffic) }).toEqual({
    unexplained: [],
    logged: [],
  });
}

/** Nobody can tell from a 500 whether to try again: what gateways logged of those and their like. */
function refusalsWithoutReason({ gateways }: Exchange, { sent }: Traffic): string[] {
  if (!sent.some(({ status }) => status === 500)) return [];
  const lines = gateways.flatMap((gateway) => gateway.output().split('\n'));
  return lines.filter((line) => line.includes('request failed'));
}
