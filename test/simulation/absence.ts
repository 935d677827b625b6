/**
 * Long outages: of all processes, or of one server, from one effect on. While a server is away, its
 * first and last seconds are lived through; between them time jumps, since whoever waits only asks
 * again. What has a time to live in MongoDB, and what Temporal keeps of ended workflows, is gone then.
 */
import type { WritableRecords } from '../../records/connect';
import { Actor } from './actors';
import { mongoRefused, redisLost, temporalLost } from './lost';
import type { Random } from '../support/random';
import type { VirtualTime } from './virtual-time';

export const ABSENT = ['processes', 'MongoDB', 'Redis', 'Redis with its data', 'Temporal'] as const;

export interface AbsencePlan {
  readonly of: (typeof ABSENT)[number];
  readonly forMs: number;
  /** It begins at the first effect of this name: before it is executed, or after it. */
  readonly at: readonly ['before' | 'after', effect: string];
}

export interface Away {
  /** Who runs the code of workflows. */
  readonly temporal: Actor;
  /** Ends all processes. @returns starts others in their place */
  stop(): () => void;
  /** What is kept for a time is gone. */
  expire(): Promise<unknown>;
  /** Redis is empty. */
  flush(): Promise<unknown>;
}

/** Of a server that is away: the longest wait of a call until it fails. */
const REFUSED: Partial<Record<AbsencePlan['of'], readonly [RegExp, () => Error, number]>> = {
  MongoDB: [/^records\./, mongoRefused, 10_000],
  Redis: [/^redis\./, redisLost, 2_000],
  'Redis with its data': [/^redis\./, redisLost, 2_000],
  Temporal: [/^temporal\./, temporalLost, 3_000],
};
const LIVED_MS = 15_000;
const NETWORK = new Actor('network');
/** As long as the namespace of a local server keeps them. */
const ENDED_WORKFLOWS_KEPT_MS = 24 * 3_600_000;

export class Absence {
  hasBegun = false;
  private untilMs = 0;
  private jumpsAtMs = Infinity;

  constructor(
    private readonly plan: AbsencePlan | undefined,
    private readonly time: VirtualTime,
    private readonly random: Random,
    private readonly away: Away,
  ) {
    // Every simulation has the same one.
    away.temporal.pausedUntilMs = 0;
  }

  async begin(when: AbsencePlan['at'][0], effect: string): Promise<void> {
    const { plan } = this;
    if (!plan || this.hasBegun || plan.at[0] !== when || plan.at[1] !== effect) return;
    this.hasBegun = true;
    if (plan.of === 'processes') {
      const start = this.away.stop();
      await this.jump(plan.forMs);
      start();
      return;
    }
    this.untilMs = this.time.nowMs + plan.forMs;
    this.jumpsAtMs = this.time.nowMs + LIVED_MS;
    if (plan.of === 'Temporal') this.away.temporal.pausedUntilMs = this.untilMs;
  }

  async pass(): Promise<void> {
    if (this.time.nowMs >= this.jumpsAtMs) {
      this.jumpsAtMs = Infinity;
      await this.jump(this.untilMs - LIVED_MS - this.time.nowMs);
    }
    if (this.untilMs > 0 && this.time.nowMs >= this.untilMs) {
      this.untilMs = 0;
      if (this.plan?.of === 'Redis') await this.away.flush();
    }
  }

  /** The error of a call to a server that is away, and when its caller hears it; null while none is. */
  refusal(effect: string): { readonly error: Error; readonly afterMs: number } | null {
    const refused = this.plan && REFUSED[this.plan.of];
    if (this.untilMs === 0 || !refused) return null;
    const [calls, error, withinMs] = refused;
    return calls.test(effect)
      ? { error: error(), afterMs: this.random.between(10, withinMs) }
      : null;
  }

  /** Calls back on nobody's behalf. */
  later(afterMs: number, callback: () => void): void {
    NETWORK.run(() => setTimeout(callback, afterMs));
  }

  private async jump(forMs: number): Promise<void> {
    if (forMs <= 0) return;
    this.time.nowMs += forMs;
    await this.away.expire();
  }
}

/** Deletes what MongoDB deletes by its own clock, which is not that of the simulation. */
export async function expireRecords(records: WritableRecords, nowMs: number): Promise<void> {
  for (const part of Object.values(records.models)) {
    const { collection, schema } = part;
    for (const [fields, options = {}] of schema.indexes()) {
      const { expireAfterSeconds, partialFilterExpression = {} } = options;
      if (typeof expireAfterSeconds !== 'number') continue;
      const [field] = Object.keys(fields);
      const before = new Date(nowMs - expireAfterSeconds * 1_000);
      await collection.deleteMany({ ...partialFilterExpression, [field!]: { $lt: before } });
    }
  }
}

/** Temporal deletes what has ended for long. */
export function expireWorkflows(
  workflows: Map<string, { readonly status: string }>,
  forMs: number,
): void {
  if (forMs <= ENDED_WORKFLOWS_KEPT_MS) return;
  for (const [workflowId, { status }] of workflows)
    if (status !== 'RUNNING') workflows.delete(workflowId);
}
