/**
 * A cooperative scheduler. Whatever crosses a boundary of a process (a transaction, a read, a
 * command of Redis, a call of a seller, a message to or from Temporal) is an effect. One effect is
 * executed at a time, on the real servers; a seed decides which is next, and which faults happen.
 * Between two effects every actor runs its own code up to its next effect or timer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Absence } from './absence';
import { Actor, currentActor, outside } from './actors';
import { type Fault, type FaultPlan, type Happened, isPossible } from './faults';
import { mongoRefused } from './lost';
import type { Random } from '../support/random';
import type { VirtualTime } from './virtual-time';

interface Effect {
  readonly actor: Actor;
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
  /** The error when the answer of this server is lost; undefined where none can be lost. */
  readonly lost: (() => Error) | undefined;
  /** On its way to the server: it arrives, whatever becomes of its sender. */
  readonly isSent?: true;
  /** Nobody waits for its answer. */
  readonly isUnheard?: true;
}

interface SimulatedServers {
  flush(): Promise<unknown>;
  /** Keeps the present state of Redis, where a rollback may need it. */
  copy(): Promise<void>;
  rollBack(): Promise<void>;
  /** Lets Temporal go on with a workflow whose condition has become true; false when none has. */
  unblock(): boolean;
  /** What does not hold of the ledger after a commit. */
  brokenCommit(): Promise<readonly string[]>;
}

/** Effects that one simulation may take; more means that it does not come to rest. */
const PLACES_MAX = 20_000;
const BEATS_MAX = 50_000;
/** Most effects by number, and the least interesting places for a fault. */
const BEATS =
  /^(records\.(gateways\.|followers\.|orders\.distinct)|redis\.(xread|FCALL lease_)|records\.\w+\.watch\.)/;
const WRITES_IN_REDIS =
  /^redis\.(?!get|h?mget|hget|xr|pttl|exists|client|(un)?subscribe|FCALL lease_)/i;
/** What the ledger keeps; and those of its calls that only read. */
const LEDGER = /^records\.(ledger|asks|balances|fills|holds|lots|contractOrders)\./;
const LEDGER_READS =
  /\.(find|findOne|aggregate|watch|countDocuments|expired|unplaced|known|now|\w+Of|\w+Scale8)(\.\w+)?$/;
/** So long the driver of MongoDB looks for a primary. */
const SELECTION_MS = 10_000;
/** What is on its way to a server. */
const NETWORK = new Actor('network');
/** How often a timer goes before an effect that could be executed. */
const TIMER_FIRST = 0.05;

export class Scheduler {
  /** Effects and faults in their order, for reports and to compare two runs of a seed. */
  readonly trace: string[] = [];
  readonly happened: Happened[] = [];
  private pending: Effect[] = [];
  private beats = 0;
  /** Effects that are no beats. */
  private places = 0;
  private isPointOver = false;
  private refusingUntilMs = 0;

  constructor(
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly plan: FaultPlan,
    /** Ends a process; the world may start another in its place. */
    private readonly crash: (actor: Actor) => void,
    private readonly servers: SimulatedServers,
    private readonly absence: Absence,
  ) {}

  /** Executes at once for whoever is no actor. */
  effect<Result>(name: string, run: () => Promise<Result>, lost?: () => Error): Promise<Result> {
    const actor = currentActor();
    if (!actor) return run();
    // A dead process hears nothing any more.
    if (actor.isDead) return new Promise(() => undefined);
    const within = AsyncLocalStorage.snapshot();
    return new Promise<unknown>((resolve, reject) => {
      const execute = () => within(() => outside(run));
      this.pending.push({ actor, name, run: execute, resolve, reject, lost });
    }) as Promise<Result>;
  }

  /**
   * Runs until the condition holds.
   * @throws Error when nothing is left to do before it does, or it never comes to rest
   */
  async run(isDone: () => boolean, untilMs: number): Promise<void> {
    for (;;) {
      do await this.time.settled();
      while (this.servers.unblock());
      await this.absence.pass();
      if (isDone()) return;
      this.pending = this.pending.filter(({ actor, isSent }) => isSent || !actor.isDead);
      const ready = this.pending.filter(
        ({ actor, isSent }) => isSent || actor.pausedUntilMs <= this.time.nowMs,
      );
      const timer = this.time.next();
      const goes = ready.length === 0 || (timer !== null && this.random.isLikely(TIMER_FIRST));
      if (goes && !timer) throw new Error('Nobody has anything left to do');
      if (goes) this.time.fire(timer!);
      else await this.execute(this.random.of(ready));
      if (this.time.nowMs > untilMs) throw new Error('The time of the simulation is over');
      if (this.places > PLACES_MAX || this.beats > BEATS_MAX)
        throw new Error('The simulation does not come to rest');
    }
  }

  private plannedAt({ name, actor }: Effect): Fault | undefined {
    const { point } = this.plan;
    if (this.isPointOver || point?.effect !== name) return undefined;
    if (!actor.name.startsWith(`process ${point.by ?? ''}`)) return undefined;
    this.isPointOver = true;
    return point.fault;
  }

  private faultAt(effect: Effect): Fault | undefined {
    // One fault is enough for what was delayed.
    if (effect.isSent) return undefined;
    const isBeat = BEATS.test(effect.name);
    if (isBeat) this.beats += 1;
    else this.places += 1;
    const planned =
      this.plannedAt(effect) ?? (isBeat ? undefined : this.plan.faults.get(this.places));
    return planned && isPossible(planned, effect) ? planned : undefined;
  }

  private async execute(effect: Effect): Promise<void> {
    this.pending.splice(this.pending.indexOf(effect), 1);
    const { actor, name, lost } = effect;
    const fault = this.faultAt(effect);
    this.trace.push(`${actor.name} ${name}${fault ? `: ${fault}` : ''}`);
    if (fault) this.happened.push({ fault, effect: name });
    if (fault === 'crash before') return this.crash(actor);
    if (fault === 'refused') return effect.reject(lost!());
    if (fault === 'delay' || fault === 'zombie') {
      this.arriveLater(effect, this.plan.delayMs);
      if (fault === 'zombie') this.crash(actor);
      return;
    }
    if (fault === 'flush') await this.servers.flush();
    if (fault === 'rollback') await this.servers.rollBack();
    if (fault === 'outage') this.refusingUntilMs = this.time.nowMs + this.plan.outageMs;
    if (name.startsWith('records.') && this.isRefused(effect)) return;
    await this.absence.begin('before', name);
    if (actor.isDead && !effect.isSent) return;
    const refusal = this.absence.refusal(name);
    if (refusal) {
      // Whoever hears nothing of a lost server finds it when it is back.
      const heard = () => this.hear(effect, () => effect.reject(refusal.error));
      const again = () => this.pending.push({ ...effect, isSent: true });
      return this.absence.later(refusal.afterMs, lost ? heard : again);
    }
    await this.perform(effect, fault);
    await this.absence.begin('after', name);
  }

  /** The server executes an effect, and its answer is heard or not. */
  private async perform(effect: Effect, fault: Fault | undefined): Promise<void> {
    const { actor, name, lost } = effect;
    if (WRITES_IN_REDIS.test(name)) await this.servers.copy();
    const outcome = await effect.run().then(
      (value) => () => effect.resolve(value),
      (err: unknown) => () => effect.reject(err),
    );
    if (isCommit(name)) await this.checkCommit(effect);
    if (fault === 'crash after') return this.crash(actor);
    if (fault === 'lost answer') return effect.reject(lost!());
    if (fault === 'pause') actor.pausedUntilMs = this.time.nowMs + this.plan.pauseMs;
    if (fault === 'duplicate') {
      // The client of Redis hears the second answer, that of Temporal and the bus the first one.
      const isHeardLater = name.startsWith('redis.');
      this.arriveLater(isHeardLater ? effect : { ...effect, isUnheard: true }, this.plan.delayMs);
      if (isHeardLater) return;
    }
    if (!effect.isUnheard) this.hear(effect, outcome);
  }

  /** The dead hear nothing, and whoever stands still hears it when it goes on. */
  private hear({ actor, isSent }: Effect, outcome: () => void): void {
    if (actor.isDead) return;
    const isPaused = isSent && actor.pausedUntilMs > this.time.nowMs;
    if (isPaused) actor.run(() => setTimeout(outcome, 1));
    else outcome();
  }

  private arriveLater(effect: Effect, afterMs: number): void {
    NETWORK.run(() => setTimeout(() => this.pending.push({ ...effect, isSent: true }), afterMs));
  }

  /** Without a primary a call fails at once, or waits for one as long as the driver does. */
  private isRefused(effect: Effect): boolean {
    const leftMs = this.refusingUntilMs - this.time.nowMs;
    if (leftMs <= 0) return false;
    if (effect.isSent || this.random.isLikely(0.5))
      this.hear(effect, () => effect.reject(mongoRefused()));
    else this.arriveLater(effect, Math.min(leftMs, SELECTION_MS));
    return true;
  }

  /** @throws Error when this commit has broken the ledger */
  private async checkCommit({ actor, name }: Effect): Promise<void> {
    const broken = await this.servers.brokenCommit();
    if (broken.length > 0) throw new Error(`after ${actor.name} ${name}, ${broken.join('; ')}`);
  }
}

const isCommit = (name: string) => LEDGER.test(name) && !LEDGER_READS.test(name);
