/** Lets clients leave at each step of their requests, and compares what is left with what was before. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { until } from '../../support/wait';
import {
  type Reading,
  changed,
  countObjects,
  growthOf,
  livingObjects,
  readObjects,
} from './residue';
import { RUN_HEADER, type RequestSteps, type Run } from './steps';

/** How a connection ends: noticed at once, by a FIN, or by a RST. */
export type Kind = 'cut' | 'FIN' | 'RST';

export interface Target {
  readonly name: string;
  readonly port: number;
  readonly text: (headers: Readonly<Record<string, string>>) => string;
  readonly onAnswer?: (body: unknown) => void;
}

export interface Extent {
  readonly kinds: readonly Kind[];
  /** Of one request, spread over all of its steps. */
  readonly stepsMax: number;
  /** How long what was begun may take to end. */
  readonly quietWithinMs: number;
}

export interface Examined {
  /** What has grown, in words; empty when all is right. */
  readonly left: readonly string[];
  /** Requests whose client left. */
  readonly leavings: number;
}

const ANSWERED_WITHIN_MS = 30_000;
const AT_ONCE = 8;

/** @param readStores what the servers hold, by name */
export async function examine(
  steps: RequestSteps,
  targets: readonly Target[],
  { kinds, stepsMax, quietWithinMs }: Extent,
  readStores: () => Promise<Reading> = async () => new Map(),
): Promise<Examined> {
  const complete = async (atOnce: number) => {
    const counts = new Map<Target, number>();
    await inParallel(targets, atOnce, async (target) => {
      counts.set(target, await ask(steps, target, Infinity, 'cut'));
    });
    steps.forget();
    return counts;
  };
  await complete(1); // ids are known, and caches full
  const objects = livingObjects();
  const read = async () =>
    new Map([...readObjects(objects), ...countObjects(livingObjects()), ...(await readStores())]);
  const first = await read();
  const counts = await complete(AT_ONCE);
  const before = await read();
  // What complete requests change counts or names them: totals, times, newest ids.
  const letOff = new Set(changed(first, before));
  const leavings = targets.flatMap((target) =>
    kinds.flatMap((kind) =>
      spread(counts.get(target)!, stepsMax).map((step) => ({ target, kind, step })),
    ),
  );
  await inParallel(leavings, AT_ONCE, ({ target, kind, step }) => ask(steps, target, step, kind));
  steps.forget();
  let left: readonly string[] = [];
  const isQuiet = async () => {
    left = growthOf(before, await read(), letOff);
    return left.length === 0;
  };
  await until(isQuiet, { timeoutMs: quietWithinMs, everyMs: 500 }).catch(() => undefined);
  return { left, leavings: leavings.length };
}

/** @returns how many steps the request had */
async function ask(
  steps: RequestSteps,
  target: Target,
  leavesAt: number,
  kind: Kind,
): Promise<number> {
  const name = randomUUID();
  const socket = connect(target.port, '127.0.0.1');
  socket.on('error', () => undefined).setTimeout(ANSWERED_WITHIN_MS, () => socket.destroy());
  const run: Run = {
    leavesAt,
    steps: 0,
    leave: (req) => {
      if (kind === 'cut') req.socket.destroy();
      else if (kind === 'FIN') socket.destroy();
      else socket.resetAndDestroy();
    },
  };
  steps.add(name, run);
  socket.write(target.text({ [RUN_HEADER]: name }));
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  await new Promise<void>((resolve) => socket.once('close', () => resolve()));
  if (leavesAt === Infinity) target.onAnswer?.(bodyOf(answer));
  return run.steps;
}

/** Null for anything but JSON in one piece. */
function bodyOf(answer: string): unknown {
  try {
    return JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
  } catch {
    return null;
  }
}

/** At most so many of the steps from 1, with the first and the last. */
function spread(steps: number, max: number): number[] {
  const count = Math.min(steps, max);
  const at = (index: number) =>
    count === 1 ? 1 : 1 + Math.round((index * (steps - 1)) / (count - 1));
  return Array.from({ length: count }, (_, index) => at(index));
}

async function inParallel<One>(
  all: readonly One[],
  atOnce: number,
  run: (one: One) => Promise<unknown>,
): Promise<void> {
  const waiting = [...all];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
