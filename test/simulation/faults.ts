/** What fails in a simulation, and where it can. */
import type { AbsencePlan } from './absence';

/** What happens at one effect besides its execution. */
export type Fault =
  | 'crash before'
  | 'crash after'
  | 'refused'
  | 'lost answer'
  | 'pause'
  /** The effect reaches its server late. */
  | 'delay'
  /** The process dies, and its effect reaches the server late: another may have its place by then. */
  | 'zombie'
  /** The effect is executed, and once more later, as by a driver that has lost the first answer. */
  | 'duplicate'
  /** Redis loses everything. */
  | 'flush'
  /** Redis loses its last writes. */
  | 'rollback'
  /** MongoDB has no primary for a while. */
  | 'outage';

export const FAULTS: readonly Fault[] = [
  'crash before',
  'crash after',
  'refused',
  'lost answer',
  'pause',
  'delay',
  'zombie',
  'duplicate',
  'flush',
  'rollback',
  'outage',
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
  readonly delayMs: number;
  readonly outageMs: number;
  /** A long outage; by default none. */
  readonly absence?: AbsencePlan;
  /** By how much the clock of a process is ahead, by its name; by default not at all. */
  readonly clocksOffMs?: Readonly<Record<string, number>>;
}

export interface Happened {
  readonly fault: Fault;
  readonly effect: string;
}

interface Place {
  readonly name: string;
  readonly actor: { readonly name: string };
  readonly lost: (() => Error) | undefined;
}

/** The drivers of Redis and Temporal repeat a command without an answer; MongoDB's counts them. */
const REPEATED =
  /^(redis\.(?!multi|pipeline|client)|bus\.|temporal\.(start|signal|signalWithStart|executeUpdate|executeUpdateWithStart) )/;

/** Only processes of the exchange crash or pause; only servers lose answers. */
export function isPossible(fault: Fault, { name, actor, lost }: Place): boolean {
  switch (fault) {
    case 'refused':
    case 'lost answer':
    case 'delay':
      return lost !== undefined;
    case 'zombie':
      return lost !== undefined && actor.name.startsWith('process');
    case 'duplicate':
      return REPEATED.test(name);
    case 'crash before':
    case 'crash after':
    case 'pause':
      return actor.name.startsWith('process');
    case 'flush':
    case 'rollback':
    case 'outage':
      return true;
  }
}
