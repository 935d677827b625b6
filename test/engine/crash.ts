/**
 * The crash run: commands are streamed at the engine, its Redis is killed among them and the end of
 * its log is cut off. What comes back must be the book after some prefix of the commands; sending
 * the lost ones again must give the answers, and the book, that were right in the first place.
 */
import { randomUUID } from 'node:crypto';
import { OrderBooks } from '../../engine/book';
import { epochKeys, headKey } from '../../engine/keys';
import { parseVersion } from '../../engine/layouts';
import { assembleLibrary, LIMITS, type LibraryLimits } from '../../engine/library';
import { rebuildBook } from '../../engine/rebuild';
import { Random } from '../support/random';
import { comparable, textOf } from './answers';
import { setTestClock, withTestClock } from './clock';
import { NOW_MS, openNaive, StepMaker, type Step } from './crash-steps';
import { RedisServer } from './redis-server';
import { hashBook, stateOfEngine, stateOfNaive } from './state';

export interface CrashPlan {
  readonly kills: number;
  readonly commandsPerKill: number;
  /**
   * Largest piece that is cut off the log; 0: the death of the process alone, with a log that is
   * written before each answer.
   */
  readonly cutBytes: number;
  readonly seed: number;
  /**
   * Commands under way at once; one, with tiny bounds and halts besides, lets the kill fall between
   * the parts of a matching.
   */
  readonly style: 'many at once' | 'in parts';
  readonly onProgress?: (report: CrashReport) => void;
}

export interface CrashReport {
  readonly kills: number;
  readonly commands: number;
  /** Acknowledged commands that the cut undid. */
  readonly undone: number;
  readonly differences: readonly string[];
}

const STYLES = {
  'many at once': { concurrent: 32, limits: LIMITS, halts: false },
  'in parts': {
    concurrent: 1,
    limits: { ...LIMITS, scan: 3, chunk: 2, fills: 2, top: 2 },
    halts: true,
  },
} satisfies Record<string, { concurrent: number; limits: LibraryLimits; halts: boolean }>;

/** With `everysec`, Redis answers before it writes while a sync of the second before is not done. */
const WRITE_FIRST = ['--appendfsync', 'always'];

export async function runCrashes(plan: CrashPlan): Promise<CrashReport> {
  const seeded = new Random(plan.seed);
  const random = () => seeded.next();
  let report: CrashReport = { kills: 0, commands: 0, undone: 0, differences: [] };
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    const found: string[] = [];
    const server = await RedisServer.start(plan.cutBytes === 0 ? WRITE_FIRST : []);
    try {
      const life = new Life(server, random, plan);
      const undone = await life.run((difference) => found.push(`kill ${kill}: ${difference}`));
      report = {
        kills: kill,
        commands: report.commands + plan.commandsPerKill,
        undone: report.undone + undone,
        differences: [...report.differences, ...found],
      };
    } finally {
      await server.stop();
    }
    plan.onProgress?.(report);
  }
  return report;
}

/** One book from its opening over one crash to its end. */
class Life {
  private readonly book = { modelId: `model-${randomUUID()}`, tenor: 'spot' as const };
  private readonly style;
  private readonly steps: readonly Step[];
  private redis;
  private books;

  constructor(
    private readonly server: RedisServer,
    private readonly random: () => number,
    private readonly plan: CrashPlan,
  ) {
    this.style = STYLES[plan.style];
    const maker = new StepMaker(this.book, random, this.style.halts);
    this.steps = maker.make(plan.commandsPerKill);
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
    // The other process would have the book rebuilt. Here it is continued, to see what was written.
    await this.redis.hdel(headKey(this.book), 'process');
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
    const { concurrent } = this.style;
    let acknowledged = 0;
    for (let at = from; at < this.steps.length && at <= killAt; at += concurrent) {
      const batch = this.steps.slice(at, at + concurrent);
      const answers = batch.map((step) => step.engine(this.books));
      if (killAt < at + concurrent) await this.server.kill();
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

  /**
   * How many commands the book has seen, by its journal; null when it has none. One that was under
   * way is finished first, as any command would do.
   */
  private async findPrefix(): Promise<number | null> {
    if ((await this.books.epochOf(this.book)) === null) return null;
    await this.books.work(this.book);
    const { events } = epochKeys(this.book, 1);
    const [newest] = await this.redis.xrevrange(events, '+', '-', 'COUNT', 1);
    if (!newest) return null;
    const { version } = parseVersion(newest[0]);
    return this.steps.filter((step) => step.version <= version).length;
  }

  /** Commands that are known to have happened answer the same again, and nothing happens. */
  private async repeatLast(survived: number, report: (difference: string) => void) {
    const naive = this.naiveAfter(survived);
    for (let at = Math.max(0, survived - 32); at < survived; at += 1) {
      const step = this.steps[at];
      const before = this.steps[at - 1]?.version ?? 0;
      if (!step?.isRepeatable || step.version === before) continue;
      const expected = textOf(comparable(step.naive(naive), NOW_MS));
      const answer = textOf(await step.engine(this.books));
      if (answer !== expected) report(`step ${at} again: ${answer}, not ${expected}`);
    }
    await this.compare(survived, 'repeating', report);
  }

  private check(answer: object, at: number, report: (difference: string) => void) {
    const expected = textOf(this.steps[at]?.expected);
    if (textOf(answer) !== expected) report(`step ${at}: ${textOf(answer)}, not ${expected}`);
  }

  private async compare(steps: number, when: string, report: (difference: string) => void) {
    const engine = await stateOfEngine(this.redis, this.book, NOW_MS);
    const naive = stateOfNaive(this.naiveAfter(steps));
    if (hashBook(engine) !== hashBook(naive)) report(`${when}: another book`);
  }

  private naiveAfter(steps: number) {
    const naive = openNaive();
    for (const step of this.steps.slice(0, steps)) step.naive(naive);
    return naive;
  }

  private newBooks(): OrderBooks {
    return new OrderBooks(this.redis, withTestClock(assembleLibrary(this.style.limits)));
  }
}
