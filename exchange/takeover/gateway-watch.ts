/**
 * Recovers what gateways leave: the orders of a lost gateway, and marked orders of this one. Each
 * gateway is recovered for itself, with a pause of its own after a failure. A watcher that could not
 * read for a while, or a paused MongoDB, declares no gateway lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';
import { GATEWAY_BEAT_MS } from './gateways';

/** A gateway is not lost before it misses two beats. */
const LOST_MS_MIN = 2 * GATEWAY_BEAT_MS;
/** Interval between checks, unless a count reaches the limit earlier. */
const LOOK_MS = 250;
/** The interval of a gateway that knows no other gateway. */
const ALONE_LOOK_MS = 1_000;
/** After a longer gap between two checks, every gateway gets the full time again. */
const LOOKS_APART_MAX_MS = 1_250;
/**
 * How long after the loss its orders are searched repeatedly: MongoDB may still commit writes in
 * progress. No transaction lives longer, and a later mark is found by itself.
 */
const LEFT_BEHIND_MS = 30_000;
const OWN_EVERY_MS = 1_000;
const LOST_EVERY_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;
const STOPPED_WITHIN_MS = 5_000;
/** Beats of a gateway that has marked orders and no record. */
const NO_RECORD = -1;

export interface GatewayWatchOptions {
  /** Id of the watching gateway; null in other processes. */
  readonly ownId: string | null;
  /** A gateway whose count does not advance for this long is lost. */
  readonly lostMs: number;
  /** How long its orders are searched after that. */
  readonly leftBehindMs?: number;
  /** Continues or records what a lost gateway left, or what this one has not recorded. */
  readonly recover: (gatewayId: string, isFirst: boolean) => Promise<void>;
  readonly onError: (err: unknown, gatewayId: string | null) => void;
}

interface Seen {
  readonly beats: number;
  readonly sinceMs: number;
}

interface Recovery {
  running: Promise<void> | null;
  dueAtMs: number;
  tries: number;
  failures: number;
  /** Orders of a lost gateway that could not be recorded yet. */
  unrecorded: number;
}

export class GatewayWatch {
  private readonly ending = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  private seen = new Map<string, Seen>();
  private readonly recoveries = new Map<string, Recovery>();
  private lookedAtMs = 0;
  private readonly lostMs: number;
  private readonly leftBehindMs: number;

  constructor(
    private readonly records: Pick<Records, 'gateways' | 'orders'>,
    private readonly options: GatewayWatchOptions,
  ) {
    this.lostMs = Math.max(options.lostMs, LOST_MS_MIN);
    this.leftBehindMs = options.leftBehindMs ?? LEFT_BEHIND_MS;
  }

  /** Orders of lost gateways that no workflow records, as far as Temporal has refused them. */
  get unrecordedOrders(): number {
    return [...this.recoveries.values()].reduce((sum, { unrecorded }) => sum + unrecorded, 0);
  }

  start(): void {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.watching;
    const running = [...this.recoveries.values()].flatMap((recovery) => recovery.running ?? []);
    await Promise.race([Promise.all(running), delay(STOPPED_WITHIN_MS, undefined, { ref: false })]);
  }

  private async watch(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await this.look().catch((err: unknown) => this.options.onError(err, null));
      await delay(this.nextLookMs(), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Checks when a gateway reaches its limit, not only at the next interval. */
  private nextLookMs(): number {
    const { ownId } = this.options;
    const isAlone = ownId !== null && this.seen.size === 1 && this.seen.has(ownId);
    if (isAlone) return ALONE_LOOK_MS;
    const agesMs = [...this.seen.values()].map(({ sinceMs }) => performance.now() - sinceMs);
    const waitsMs = agesMs.map((ageMs) => this.lostMs - ageMs).filter((waitMs) => waitMs > 0);
    return Math.min(LOOK_MS, ...waitsMs.map(Math.ceil));
  }

  private async look(): Promise<void> {
    const { gateways, orders } = this.records;
    const [living, marking] = await Promise.all([
      gateways.find({}).toArray(),
      orders.distinct('unrecordedBy', { unrecordedBy: { $gt: '' } }),
    ]);
    const nowMs = performance.now();
    if (nowMs - this.lookedAtMs > LOOKS_APART_MAX_MS) this.seen = new Map();
    this.lookedAtMs = nowMs;
    const beatsOf = new Map(marking.map((gatewayId) => [gatewayId!, NO_RECORD]));
    for (const { _id, beats } of living) beatsOf.set(_id, beats);
    const before = this.seen;
    this.seen = new Map();
    for (const [gatewayId, beats] of beatsOf) {
      const known = before.get(gatewayId);
      const seen = known?.beats === beats ? known : { beats, sinceMs: nowMs };
      this.seen.set(gatewayId, seen);
      const isOwn = gatewayId === this.options.ownId;
      if (isOwn || nowMs - seen.sinceMs >= this.lostMs) this.recoverWhenDue(gatewayId, seen);
      else if (!this.recoveries.get(gatewayId)?.running) this.recoveries.delete(gatewayId);
    }
    for (const [gatewayId, { running }] of this.recoveries)
      if (!running && !this.seen.has(gatewayId)) this.recoveries.delete(gatewayId);
  }

  private recoverWhenDue(gatewayId: string, seen: Seen): void {
    const none = { running: null, dueAtMs: 0, tries: 0, failures: 0, unrecorded: 0 };
    const recovery = this.recoveries.get(gatewayId) ?? none;
    this.recoveries.set(gatewayId, recovery);
    if (recovery.running || performance.now() < recovery.dueAtMs) return;
    recovery.running = this.recover(gatewayId, seen, recovery).finally(() => {
      recovery.running = null;
    });
  }

  private async recover(gatewayId: string, seen: Seen, recovery: Recovery): Promise<void> {
    const { ownId, recover, onError } = this.options;
    const isOwn = gatewayId === ownId;
    const stillMs = performance.now() - seen.sinceMs;
    const { orders } = this.records;
    let pauseMs = isOwn ? OWN_EVERY_MS : LOST_EVERY_MS;
    try {
      await recover(gatewayId, recovery.tries === 0);
      recovery.tries += 1;
      recovery.failures = 0;
      recovery.unrecorded = 0;
      if (!isOwn && stillMs >= this.lostMs + this.leftBehindMs) await this.forget(gatewayId, seen);
    } catch (err) {
      pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** recovery.failures, PAUSE_MAX_MS);
      recovery.failures += 1;
      onError(err, gatewayId);
      const count = isOwn ? 0 : orders.countDocuments({ unrecordedBy: gatewayId });
      recovery.unrecorded = await Promise.resolve(count).catch(() => recovery.unrecorded);
    }
    recovery.dueAtMs = performance.now() + pauseMs;
  }

  /** A gateway that was only paused has incremented its count since, and keeps its record. */
  private async forget(gatewayId: string, { beats }: Seen): Promise<void> {
    await writable(this.records.gateways).deleteOne({ _id: gatewayId, beats });
  }
}
