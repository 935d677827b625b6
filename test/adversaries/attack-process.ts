/**
 * The adversaries' own process, so that their computation does not delay the clients whose latency
 * is measured. It runs one adversary after the other, on command.
 */
import { setMaxListeners } from 'node:events';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../support/wait';
import type { AttackedMarket } from './attacked-market';
import { Attacker } from './attacker';
import { ADVERSARIES } from './cast';
import type { Attack } from './adversary';
import { followOrders } from './followed-orders';

export type Order =
  | { readonly order: 'prepare'; names: readonly string[]; market: AttackedMarket; scale: number }
  | { readonly order: 'attack' }
  | { readonly order: 'end' };

/** The answers each adversary received, by its name. */
export type Answers = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** Time for an attack to send its first request. */
const BEGUN_WITHIN_MS = 20_000;
/** Time for an adversary to stop after the end of its attack. */
const ENDED_WITHIN_MS = 5_000;

interface Playing {
  readonly name: string;
  readonly attacker: Attacker;
  readonly attack: Attack;
}

let playing: readonly Playing[] = [];
let ending = new AbortController();
let underWay: Promise<unknown> = Promise.resolve();

async function follow(order: Order): Promise<Answers | null> {
  if (order.order === 'prepare') {
    // Real adversaries run on other machines: a low priority leaves the processors to the market.
    if (order.scale === 1) os.setPriority(os.constants.priority.PRIORITY_LOW);
    ending = new AbortController();
    setMaxListeners(0, ending.signal);
    playing = await Promise.all(order.names.map((name) => prepare(name, order)));
    return null;
  }
  if (order.order === 'attack') {
    underWay = Promise.all(
      playing.map(({ attack, attacker }) =>
        attack().catch((err: Error) => attacker.note(`gave up: ${err.message}`)),
      ),
    );
    return null;
  }
  const hasBegun = () => playing.every(({ attacker }) => attacker.answers.size > 0);
  await until(hasBegun, { timeoutMs: BEGUN_WITHIN_MS }).catch(() => undefined);
  ending.abort();
  await Promise.all(playing.map(({ attacker }) => attacker.leave()));
  await Promise.race([underWay, delay(ENDED_WITHIN_MS)]);
  return answers();
}

async function prepare(name: string, { market, scale }: Order & { order: 'prepare' }) {
  const adversary = ADVERSARIES.find((one) => one.name === name);
  if (!adversary) throw new Error(`There is no adversary named ${name}`);
  const attacker = new Attacker(market, scale, ending.signal);
  const attack = await adversary.prepare(attacker);
  attacker.answers.clear();
  return { name, attacker, attack };
}

function answers(): Answers {
  return Object.fromEntries(
    playing.map(({ name, attacker }) => [name, Object.fromEntries(attacker.answers)]),
  );
}

followOrders(follow);
// A request aborted when the adversary stopped.
process.on('unhandledRejection', () => undefined);
