/**
 * Detects live and lost gateways. Each gateway increments a heartbeat count in its record; a
 * watcher sees whether the count advances. Clocks of other machines are not used. A watcher that
 * could not read for a while, or a paused MongoDB, declares no gateway lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayDocument } from '../records/gateway';
import type { Records } from '../records/connect';
import { writable } from '../records/writable';

export const GATEWAY_BEAT_MS = 500;
/** A gateway is not lost before it misses two beats. */
const LOST_MS_MIN = 2 * GATEWAY_BEAT_MS;
/** Interval between checks, unless a count reaches the limit earlier. */
const LOOK_MS = 250;
/** The interval of a gateway that knows no other gateway. */
const ALONE_LOOK_MS = 1_000;
/**
 * How long after the loss its orders are searched repeatedly: MongoDB may still commit writes in
 * progress. No transaction lives longer, and maintenance finds later commits.
 */
const LEFT_BEHIND_MS = 30_000;
const LOOKED_FOR_EVERY_MS = 2_000;
/** After a longer gap between two checks, every gateway gets the full time again. */
const LOOKS_APART_MAX_MS = 1_250;

export interface Started {
  readonly startedThrough: number;
  readonly unstartedSinceMs: number | null;
}

/** The liveness of this gateway, as reported to the others. */
export class GatewayLife {
  private readonly ending = new AbortController();
  private beating: Promise<void> = Promise.resolve();
  private beats = 0;

  constructor(
    private readonly records: Pick<Records, 'gateways'>,
    private readonly gatewayId: string,
    private readonly started: () => Started,
  ) {}

  /** Resolves when the others can see it. */
  async begin(): Promise<void> {
    await this.beat();
    this.beating = this.keepBeating();
  }

  /** @param isDone whether all of its orders have ended and have their workflows */
  async end(isDone: boolean): Promise<void> {
    this.ending.abort();
    await this.beating;
    if (isDone) await writable(this.records.gateways).deleteOne({ _id: this.gatewayId });
  }

  private async keepBeating(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await delay(GATEWAY_BEAT_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.beat().catch(() => undefined); // the next heartbeat increments again
    }
  }

  private async beat(): Promise<void> {
    const { startedThrough, unstartedSinceMs } = this.started();
    this.beats += 1;
    await writable(this.records.gateways).updateOne(
      { _id: this.gatewayId },
      {
        $set: {
          beats: this.beats,
          startedThrough,
          unstartedSince: unstartedSinceMs === null ? null : new Date(unstartedSinceMs),
        },
      },
      { upsert: true, writeConcern: { w: 1, journal: false } },
    );
  }
}

interface Seen {
  readonly beats: number;
  readonly sinceMs: number;
  takenUpAtMs?: number;
}

/** Whether a lost gateway is taken over for the first time, again, or for the last time. */
export type TakeUp = 'first' | 'again' | 'last';

/** Watches for lost gateways. */
export class GatewayWatch {
  private readonly ending = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  private seen = new Map<string, Seen>();
  private lookedAtMs = 0;
  private readonly lostMs: number;

  constructor(
    private readonly records: Pick<Records, 'gateways'>,
    /** Takes over its orders; retried at the next check when it throws. */
    private readonly onLost: (gateway: GatewayDocument, takeUp: TakeUp) => Promise<void>,
    private readonly onError: (err: unknown) => void,
    /** Id of the watching gateway; null in other processes. */
    private readonly ownId: string | null,
    /** A gateway whose count does not advance for this long is lost. */
    lostMs: number,
    /** How long its orders are searched after that. */
    private readonly leftBehindMs = LEFT_BEHIND_MS,
  ) {
    this.lostMs = Math.max(lostMs, LOST_MS_MIN);
  }

  start(): void {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.watching;
  }

  private async watch(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await this.look().catch(this.onError);
      await delay(this.nextLookMs(), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Checks when a gateway reaches its limit, not only at the next interval. */
  private nextLookMs(): number {
    const isAlone = this.ownId !== null && this.seen.size === 1 && this.seen.has(this.ownId);
    if (isAlone) return ALONE_LOOK_MS;
    const agesMs = [...this.seen.values()].map(({ sinceMs }) => performance.now() - sinceMs);
    const waitsMs = agesMs.map((ageMs) => this.lostMs - ageMs).filter((waitMs) => waitMs > 0);
    return Math.min(LOOK_MS, ...waitsMs.map(Math.ceil));
  }

  private async look(): Promise<void> {
    const gateways = await this.records.gateways.find({}).toArray();
    const nowMs = performance.now();
    if (nowMs - this.lookedAtMs > LOOKS_APART_MAX_MS) this.seen = new Map();
    this.lookedAtMs = nowMs;
    const seen = new Map<string, Seen>();
    for (const { _id, beats } of gateways) {
      const before = this.seen.get(_id);
      seen.set(_id, before?.beats === beats ? before : { beats, sinceMs: nowMs });
    }
    this.seen = seen;
    for (const gateway of gateways) {
      const one = seen.get(gateway._id)!;
      const takeUp = this.dueTakeUp(one, nowMs);
      if (!takeUp) continue;
      await this.onLost(gateway, takeUp);
      one.takenUpAtMs = nowMs;
    }
  }

  private dueTakeUp({ sinceMs, takenUpAtMs }: Seen, nowMs: number): TakeUp | null {
    if (nowMs - sinceMs < this.lostMs) return null;
    if (takenUpAtMs === undefined) return 'first';
    if (nowMs - takenUpAtMs < LOOKED_FOR_EVERY_MS) return null;
    return nowMs - sinceMs < this.lostMs + this.leftBehindMs ? 'again' : 'last';
  }
}
