/**
 * A cooperative scheduler. Whatever crosses a boundary of a process (a transaction, a read, a
 * command of Redis, a call of a seller, a message to or from Temporal) is an effect. One effect is
 * executed at a time, on the real servers; a seed decides which is next, and which faults happen.
 * Between two effects every actor runs its own code up to its next effect or timer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Actor, currentActor, outside } from './actors';
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
}

/** What happens at one effect besides its execution. */
export type Fault =
  | 'crash before'
  | 'crash after'
  | 'refused'
  | 'lost answer'
  | 'pause'
  /** Redis loses everything. */
  | 'flush';

export const FAULTS: readonly Fault[] = [
  'crash before',
  'crash after',
  'refused',
  'lost answer',
  'pause',
  'flush',
];

/** A fault at the first effect of this name, instead of at a number. */
export interface PointFault {
  readonly effect: string;
  /** The kind of the process; by default any. */
  readonly by?: string;
  readonly fault: Fault;
}

export interface FaultPlan {
  readonly point?: PointFault | undefined;
  /** At the nth effect, counted from 1 and without the beats of processes: this fault. */
  readonly faults: ReadonlyMap<number, Fault>;
  readonly pauseMs: number;
}

interface SimulatedServers {
  flush(): Promise<unknown>;
  /** Lets Temporal go on with a workflow whose condition has become true; false when none has. */
  unblock(): boolean;
  /** What does not hold of the ledger after a commit. */
  brokenCommit(): Promise<readonly string[]>;
}

export interface Happened {
  readonly fault: Fault;
  readonly effect: string;
}

/** Effects that one simulation may take; more means that it does not come to rest. */
const PLACES_MAX = 20_000;
const BEATS_MAX = 50_000;
/** Most effects by number, and the least interesting places for a fault. */
const BEATS =
  /^(records\.(gateways|followers)\.|redis\.(xread|FCALL lease_)|records\.\w+\.watch\.)/;
/** What the ledger keeps; and those of its calls that only read. */
const LEDGER = /^records\.(ledger|asks|balances|fills|holds|lots|contractOrders)\./;
const LEDGER_READS =
  /\.(find|findOne|aggregate|watch|countDocuments|expired|unplaced|known|now|\w+Of|\w+Scale8)(\.\w+)?$/;
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

  constructor(
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly plan: FaultPlan,
    /** Ends a process; the world may start another in its place. */
    private readonly crash: (actor: Actor) => void,
    private readonly servers: SimulatedServers,
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
      if (isDone()) return;
      this.pending = this.pending.filter(({ actor }) => !actor.isDead);
      const ready = this.pending.filter(({ actor }) => actor.pausedUntilMs <= this.time.nowMs);
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

  private async execute(effect: Effect): Promise<void> {
    this.pending.splice(this.pending.indexOf(effect), 1);
    const { actor, name, lost } = effect;
    const isBeat = BEATS.test(name);
    if (isBeat) this.beats += 1;
    else this.places += 1;
    const planned =
      this.plannedAt(effect) ?? (isBeat ? undefined : this.plan.faults.get(this.places));
    const fault = planned && isPossible(planned, effect) ? planned : null;
    this.trace.push(`${actor.name} ${name}${fault ? `: ${fault}` : ''}`);
    if (fault) this.happened.push({ fault, effect: name });
    if (fault === 'crash before') return this.crash(actor);
    if (fault === 'refused') return effect.reject(lost!());
    if (fault === 'flush') await this.servers.flush();
    const outcome = await effect.run().then(
      (value) => () => effect.resolve(value),
      (err: unknown) => () => effect.reject(err),
    );
    if (isCommit(name)) await this.checkCommit(effect);
    if (fault === 'crash after') return this.crash(actor);
    if (fault === 'lost answer') return effect.reject(lost!());
    if (fault === 'pause') actor.pausedUntilMs = this.time.nowMs + this.plan.pauseMs;
    outcome();
  }

  /** @throws Error when this commit has broken the ledger */
  private async checkCommit({ actor, name }: Effect): Promise<void> {
    const broken = await this.servers.brokenCommit();
    if (broken.length > 0) throw new Error(`after ${actor.name} ${name}, ${broken.join('; ')}`);
  }
}

/** Only processes of the exchange crash or pause; only servers lose answers. */
function isPossible(fault: Fault, { actor, lost }: Effect): boolean {
  if (fault === 'refused' || fault === 'lost answer') return lost !== undefined;
  return fault === 'flush' || actor.name.startsWith('process');
}

const isCommit = (name: string) => LEDGER.test(name) && !LEDGER_READS.test(name);
