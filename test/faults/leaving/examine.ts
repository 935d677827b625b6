/** Lets clients leave at each step of their requests, and compares what is left with what was before. */
import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../../support/random';
import { Heap, type Reading, differences } from './residue';
import { RUN_HEADER, type RequestSteps, type Run } from './steps';

/** How a connection ends: noticed at once, by a FIN, or by a RST. */
export type Kind = 'cut' | 'FIN' | 'RST';

export interface Target {
  readonly name: string;
  readonly port: number;
  readonly text: (headers: Readonly<Record<string, string>>) => string;
  readonly onAnswer?: (body: unknown) => void;
  /** Whether a client that stays has all that it wants; without it the server ends the connection. */
  readonly isOver?: (answer: string) => boolean;
}

export interface Extent {
  readonly kinds: readonly Kind[];
  /** Of one request and kind. */
  readonly stepsMax: number;
  /** Chooses the steps. */
  readonly random: Random;
  /** How long what was begun may take to end. */
  readonly quietWithinMs: number;
}

export interface Examined {
  /** What has grown, in words; empty when all is right. */
  readonly left: readonly string[];
  /** Requests whose client left. */
  readonly leavings: number;
}

type Read = () => Promise<Reading>;
type IsSought = (name: string, more: number) => boolean;

const ANSWERED_WITHIN_MS = 30_000;
const AT_ONCE = 8;
/** Most of what requests begin has ended by then. */
const SETTLED_WITHIN_MS = 1_000;
const EVERY_MS = 250;

/** @param readStores what the servers hold, by name */
export async function examine(
  steps: RequestSteps,
  targets: readonly Target[],
  { kinds, stepsMax, random, quietWithinMs }: Extent,
  readStores: () => Promise<Reading> = async () => new Map(),
): Promise<Examined> {
  const counts = new Map<Target, number>();
  const complete = async (atOnce: number) => {
    await inParallel(targets, atOnce, async (target) => {
      counts.set(target, await ask(steps, target, Infinity, 'cut'));
    });
    steps.forget();
  };
  await complete(1); // ids are known, and caches full
  const heap = new Heap();
  const read: Read = async () => new Map([...heap.read(), ...(await readStores())]);
  /** What complete requests move is a total, a time, a limit, or an order that they have created. */
  const movedByComplete = async () => {
    const before = await read();
    await complete(AT_ONCE);
    heap.findNew();
    return [...(await lasting(read, before, () => true, SETTLED_WITHIN_MS)).keys()];
  };
  const letOff = new Set(await movedByComplete());
  const isLeft: IsSought = (name, more) => more > 0 && !letOff.has(name);
  const before = await read();
  const leavings = targets.flatMap((target) =>
    kinds.flatMap((kind) =>
      someSteps(counts.get(target)!, stepsMax, random).map((step) => ({ target, kind, step })),
    ),
  );
  await inParallel(leavings, AT_ONCE, ({ target, kind, step }) => ask(steps, target, step, kind));
  steps.forget();
  heap.findNew();
  let grown = await lasting(read, before, isLeft, SETTLED_WITHIN_MS);
  if (grown.size > 0) {
    for (const name of await movedByComplete()) letOff.add(name);
    grown = await lasting(read, before, isLeft, quietWithinMs);
  }
  const left = [...grown].map(([name, more]) => `${name}: ${more} more`);
  return { left, leavings: leavings.length };
}

/** What differs in every reading: what returns once was only under way. */
async function lasting(
  read: Read,
  before: Reading,
  isSought: IsSought,
  withinMs: number,
): Promise<Reading> {
  const endsAtMs = performance.now() + withinMs;
  let found: Reading | null = null;
  for (;;) {
    const now = [...differences(before, await read())];
    const stays = now.filter(([name, more]) => isSought(name, more) && (found?.has(name) ?? true));
    found = new Map(stays);
    if (found.size === 0 || performance.now() > endsAtMs) return found;
    await delay(EVERY_MS);
  }
}

/** @returns how many steps the request had */
export async function ask(
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
  socket.on('data', (data: Buffer) => {
    answer += data.toString();
    if (target.isOver?.(answer)) socket.destroy();
  });
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

/** At most so many of the steps from 1. */
function someSteps(steps: number, max: number, random: Random): number[] {
  const all = Array.from({ length: steps }, (_, index) => index + 1);
  while (all.length > max) all.splice(random.between(0, all.length - 1), 1);
  return all;
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
