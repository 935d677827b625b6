/**
 * Who acts in a simulation: the processes of the exchange, its buyers, and the servers. An actor is
 * known to all code that it runs, across every `await`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export class Actor {
  isDead = false;
  pausedUntilMs = 0;
  /** By how much its clock is ahead. */
  clockOffMs = 0;

  constructor(readonly name: string) {}

  /** Runs code as this actor. What the code awaits or sets timers for is the actor's, too. */
  run<Result>(code: () => Result): Result {
    return acting.run(this, code);
  }
}

const acting = new AsyncLocalStorage<Actor>();
/** Whose clock is read: also within what runs outside, such as a transaction. */
const clocks = new AsyncLocalStorage<Actor>();

/** Null in the tests themselves and in the drivers of the servers. */
export function currentActor(): Actor | null {
  return acting.getStore() ?? null;
}

/** Runs code outside of the simulation: at once, with real timers. */
export function outside<Result>(code: () => Result): Result {
  const actor = acting.getStore();
  // Its own clock: the code may descend from that of an actor whose clock is wrong.
  return acting.exit(() => (actor ? clocks.run(actor, code) : code()));
}

/** By how much the clock is ahead that the running code reads. */
export function clockOffMs(): number {
  return (acting.getStore() ?? clocks.getStore())?.clockOffMs ?? 0;
}

/** What the clock of a server says. */
export const serverTime = (): Date => acting.exit(() => clocks.exit(() => new Date()));
