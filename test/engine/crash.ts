/**
 * The crash run: commands are streamed at the engine, its Redis is killed among them and the end of
 * its log is cut off. What comes back must be the book after some prefix of the commands; sending
 * the lost ones again must give the answers, and the book, that were right in the first place.
 */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { REGIONS } from '../../domain/regions';
import { OrderBooks } from '../../engine/book';
import { assembleLibrary } from '../../engine/library';
import { rebuildBook } from '../../engine/rebuild';
import { epochKeys } from '../../engine/keys';
import { parseVersion } from '../../engine/layouts';
import { setTestClock, withTestClock } from './clock';
import { NaiveBook } from './naive-book';
import { RedisServer } from './redis-server';
import { hashBook, stateOfEngine, stateOfNaive } from './state';
import { SELLERS } from './world';

export interface CrashPlan {
  readonly kills: number;
  readonly commandsPerKill: number;
  /** Largest piece that is cut off the log; 0 imitates the death of the process alone. */
  readonly cutBytes: number;
  readonly seed: number;
}

export interface CrashReport {
  readonly kills: number;
  readonly commands: number;
  /** Acknowledged commands that the cut undid. */
  readonly undone: number;
  readonly differences: readonly string[];
}

type Answers = {
  naive: (book: NaiveBook) => unknown;
  engine: (books: OrderBooks) => Promise<unknown>;
};
type Step = Answers & { readonly expected: unknown; readonly version: number };

const NOW_MS = Date.now();
const CONCURRENT = 32;

export async function runCrashes(plan: CrashPlan): Promise<CrashReport> {
  const random = randomOf(plan.seed);
  const differences: string[] = [];
  let undone = 0;
  for (let kill = 0; kill < plan.kills; kill += 1) {
    const server = await RedisServer.start();
    try {
      const life = new Life(server, random, plan);
      undone += await life.run((difference) => differences.push(`kill ${kill}: ${difference}`));
    } finally {
      await server.stop();
    }
  }
  return { kills: plan.kills, commands: plan.kills * plan.commandsPerKill, undone, differences };
}

/** One book from its opening over one crash to its end. */
class Life {
  private readonly book = { modelId: `model-${randomUUID()}`, tenor: 'spot' as const };
  private readonly steps: Step[];
  private redis;
  private books;

  constructor(
    private readonly server: RedisServer,
    private readonly random: () => number,
    private readonly plan: CrashPlan,
  ) {
    this.steps = this.makeSteps(plan.commandsPerKill);
    this.redis = server.connect();
    this.books = this.newBooks();
  }

  /** Answers how many acknowledged commands were undone. */
  async run(report: (difference: string) => void): Promise<number> {
    await setTestClock(this.redis, NOW_MS);
    const source = { epoch: 1, asks: [], reservations: [] };
    await rebuildBook(this.books, this.book, () => Promise.resolve(source));

    const killAt = Math.floor(this.random() * this.steps.length);
    const acknowledged = await this.send(0, report, killAt);
    this.redis.disconnect();
    await this.server.cutLog(Math.floor(this.random() * this.plan.cutBytes));
    await this.server.run();
    this.redis = this.server.connect();
    this.books = this.newBooks();
    await setTestClock(this.redis, NOW_MS);

    const survived = await this.findPrefix();
    if (survived === null) return acknowledged; // the cut took the book's opening: nothing to compare
    await this.compare(survived, 'what came back', report);
    await this.repeatLast(survived, report);
    await this.send(survived, report);
    await this.compare(this.steps.length, 'the end', report);
    this.redis.disconnect();
    return Math.max(0, acknowledged - survived);
  }

  /**
   * Sends the steps from `from` on, some at a time; answers how many were acknowledged before the
   * kill.
   */
  private async send(from: number, report: (difference: string) => void, killAt = Infinity) {
    let acknowledged = 0;
    for (let at = from; at < this.steps.length && at <= killAt; at += CONCURRENT) {
      const batch = this.steps.slice(at, at + CONCURRENT);
      const answers = batch.map((step) => step.engine(this.books));
      if (killAt < at + CONCURRENT) await this.server.kill();
      const settled = await Promise.allSettled(answers);
      settled.forEach((answer, offset) => {
        if (answer.status === 'rejected' && killAt === Infinity) report(String(answer.reason));
        if (answer.status === 'rejected') return;
        acknowledged = at + offset + 1;
        this.check(answer.value, at + offset, report);
      });
    }
    return acknowledged;
  }

  /** How many commands the book has seen, by its journal; null when it has none. */
  private async findPrefix(): Promise<number | null> {
    const { events } = epochKeys(this.book, 1);
    const [newest] = await this.redis.xrevrange(events, '+', '-', 'COUNT', 1);
    if (!newest || (await this.books.epochOf(this.book)) === null) return null;
    const { version } = parseVersion(newest[0]);
    return this.steps.filter((step) => step.version <= version).length;
  }

  /** Commands that are known to have happened answer the same again, and nothing happens. */
  private async repeatLast(survived: number, report: (difference: string) => void) {
    for (let at = Math.max(0, survived - CONCURRENT); at < survived; at += 1) {
      const step = this.steps[at];
      const before = this.steps[at - 1]?.version ?? 0;
      if (step && step.version > before)
        this.check(await step.engine(this.books), at, report, true);
    }
    await this.compare(survived, 'repeating', report);
  }

  private check(answer: unknown, at: number, report: (text: string) => void, isRepeat = false) {
    const expected = isRepeat ? repeated(this.steps[at]?.expected) : this.steps[at]?.expected;
    if (text(answer) !== text(expected))
      report(`step ${at}: ${text(answer)}, not ${text(expected)}`);
  }

  private async compare(steps: number, when: string, report: (difference: string) => void) {
    const naive = openNaive();
    for (const step of this.steps.slice(0, steps)) step.naive(naive);
    const engine = await stateOfEngine(this.redis, this.book, NOW_MS);
    if (hashBook(engine) !== hashBook(stateOfNaive(naive))) report(`${when}: another book`);
  }

  private makeSteps(count: number): Step[] {
    const naive = openNaive();
    const steps: Step[] = [];
    const asks: string[] = [];
    let version = 0;
    while (steps.length < count) {
      const answers = this.makeCommand(naive, asks);
      const expected = answers.naive(naive) as { status: string };
      if (['placed', 'taken', 'released', 'cancelled'].includes(expected.status)) version += 1;
      steps.push({ ...answers, expected, version });
    }
    return steps;
  }

  private makeCommand(naive: NaiveBook, asks: string[]): Answers {
    const { book, random } = this;
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
    const chance = random();
    const open = naive.fills.filter((fill) => !fill.released);
    if (chance < 0.35 && open.length > 0) {
      const { fillId, quantityTokens } = pick(open);
      const release = { book, fillId, quantityTokens: Math.floor(random() * (quantityTokens + 1)) };
      return { naive: (to) => to.release(release), engine: (to) => to.release(release) };
    }
    if (chance < 0.42 && asks.length > 0) {
      const [askId] = asks.splice(Math.floor(random() * asks.length), 1) as [string];
      return { naive: (to) => to.cancel({ askId }), engine: (to) => to.cancel({ book, askId }) };
    }
    const region = pick(REGIONS);
    if (chance < 0.55 || asks.length === 0) {
      const capacityTokens = 1 + Math.floor(random() * 40_000);
      const ask = {
        book,
        askId: uuidV7At(NOW_MS, randomUUID()),
        sellerId: pick(SELLERS),
        region,
        priceScale8: BigInt(1 + Math.floor(random() * 5)),
        capacityTokens,
        remainingTokens: capacityTokens,
        lotTokens: 16,
        expiresAtMs: NOW_MS + 3_600_000,
      };
      asks.push(ask.askId);
      return { naive: (to) => to.place(ask), engine: (to) => to.place(ask) };
    }
    const quantityMinTokens = 1 + Math.floor(random() * 4_000);
    const take = {
      book,
      fillId: uuidV7At(NOW_MS, randomUUID()),
      quantityMinTokens,
      quantityMaxTokens: quantityMinTokens + pick([0, 500]),
      limitPriceScale8: BigInt(1 + Math.floor(random() * 6)),
      region: pick([null, null, region]),
      sellerId: pick([null, null, null, ...SELLERS]),
      excludedSellerIds: pick([[], [], [SELLERS[0]]]),
    };
    return { naive: (to) => to.take(take), engine: (to) => to.take(take) };
  }

  private newBooks(): OrderBooks {
    return new OrderBooks(this.redis, withTestClock(assembleLibrary()));
  }
}

function openNaive(): NaiveBook {
  const naive = new NaiveBook();
  naive.nowMs = NOW_MS;
  naive.rebuild(1);
  return naive;
}

/** What a command that has happened answers when it comes again. */
function repeated(answer: unknown): unknown {
  const { status } = answer as { status: string };
  if (status === 'placed') return { ...(answer as object), status: 'duplicate' };
  return status === 'released' ? { status: 'duplicate' } : answer;
}

/** Answers are compared as text, whatever the order of their fields. */
function text(answer: unknown): string {
  const fields = Object.entries(answer as object).sort(([a], [b]) => (a < b ? -1 : 1));
  return fields.map(([name, value]) => `${name} ${value}`).join(', ');
}

/** Repeatable random numbers in [0, 1): mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
