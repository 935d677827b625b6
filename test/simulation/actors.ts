/**
 * Who acts in a simulation: the processes of the exchange, its buyers, and the servers. An actor is
 * known to all code that it runs, across every `await`.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

export class Actor {
  isDead = false;
  pausedUntilMs = 0;

  constructor(readonly name: string) {}

  /** Runs code as this actor. What the code awaits or sets timers for is the actor's, too. */
  run<Result>(code: () => Result): Result {
    return acting.run(this, code);
  }
}

const acting = new AsyncLocalStorage<Actor>();

/** Null in the tests themselves and in the drivers of the servers. */
export function currentActor(): Actor | null {
  return acting.getStore() ?? null;
}

/** Runs code outside of the simulation: at once, with real timers. */
export function outside<Result>(code: () => Result): Result {
  return acting.exit(code);
}
