/**
 * Sweeps the orders of this gateway, and those of lost ones (gateway-orders.ts). Each gateway is swept
 * for itself, with a pause of its own after a failure. A watcher that could not read for a while, or a
 * paused MongoDB, declares no gateway lost.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';
import type { GatewayOrders } from './gateway-orders';
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
/** However short orders are gathered. */
const OWN_EVERY_MS_MIN = 50;
const LOST_EVERY_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;
const STOPPED_WITHIN_MS = 5_000;
/** Beats of a gateway that has marked orders and no record. */
const NO_RECORD = -1;

type SweptOrders = Pick<GatewayOrders, 'sweep' | 'waiting'>;

export interface GatewayWatchOptions {
  /** Id of the watching gateway; null in other processes. */
  readonly ownId: string | null;
  /** How often its own orders are swept. */
  readonly ownEveryMs: number;
  /** A gateway whose count does not advance for this long is lost. */
  readonly lostMs: number;
  /** How long its orders are searched after that. */
  readonly leftBehindMs?: number;
  /** The orders of the own gateway, or of one that was found lost. */
  readonly ordersOf: (gatewayId: string) => SweptOrders;
  readonly onError: (err: unknown, gatewayId: string | null) => void;
}

interface Watched {
  beats: number;
  /** Since when they have not advanced. */
  sinceMs: number;
  /** After this time it is lost; the own gateway is swept while it lives. */
  readonly lostMs: number;
  /** Null until they are swept. */
  orders: SweptOrders | null;
  sweeping: Promise<void> | null;
  /** The end of the pause after a sweep. */
  pausedUntilMs: number;
  failures: number;
}

const dueAtMs = ({ pausedUntilMs, sinceMs, lostMs }: Watched) =>
  Math.max(pausedUntilMs, sinceMs + lostMs);

export class GatewayWatch {
  private readonly ending = new AbortController();
  private watching: Promise<void> = Promise.resolve();
  private readonly watched = new Map<string, Watched>();
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

  /** Orders without a workflow, of the own gateway and of lost ones. */
  get waiting(): number {
    return [...this.watched.values()].reduce((sum, { orders }) => sum + (orders?.waiting ?? 0), 0);
  }

  start(): void {
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.watching;
    const sweeping = [...this.watched.values()].flatMap((watched) => watched.sweeping ?? []);
    await Promise.race([
      Promise.all(sweeping),
      delay(STOPPED_WITHIN_MS, undefined, { ref: false }),
    ]);
  }

  private async watch(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await this.look().catch((err: unknown) => this.options.onError(err, null));
      await delay(this.nextLookMs(), undefined, { signal }).catch(() => undefined);
    }
  }

  /** Checks when a gateway is due, not only at the next interval. */
  private nextLookMs(): number {
    const isAlone = this.watched.size === 1 && this.watched.has(this.options.ownId ?? '');
    const waitsMs = [...this.watched.values()]
      .map((watched) => Math.ceil(dueAtMs(watched) - performance.now()))
      .filter((waitMs) => waitMs > 0);
    return Math.min(isAlone ? ALONE_LOOK_MS : LOOK_MS, ...waitsMs);
  }

  private async look(): Promise<void> {
    const { gateways, orders } = this.records;
    const [living, marking] = await Promise.all([
      gateways.find({}).toArray(),
      orders.distinct('unrecordedBy', { unrecordedBy: { $gt: '' } }),
    ]);
    const nowMs = performance.now();
    const isLate = nowMs - this.lookedAtMs > LOOKS_APART_MAX_MS;
    this.lookedAtMs = nowMs;
    const beatsOf = new Map(marking.map((gatewayId) => [gatewayId!, NO_RECORD]));
    for (const { _id, beats } of living) beatsOf.set(_id, beats);
    for (const [gatewayId, { sweeping }] of this.watched)
      if (!sweeping && !beatsOf.has(gatewayId)) this.watched.delete(gatewayId);
    for (const [gatewayId, beats] of beatsOf) {
      const watched = this.watched.get(gatewayId) ?? this.newlySeen(gatewayId, beats);
      if (isLate || watched.beats !== beats) Object.assign(watched, { beats, sinceMs: nowMs });
      if (!watched.sweeping && nowMs >= dueAtMs(watched))
        watched.sweeping = this.sweep(gatewayId, watched);
    }
  }

  private newlySeen(gatewayId: string, beats: number): Watched {
    const lostMs = gatewayId === this.options.ownId ? 0 : this.lostMs;
    const none = { orders: null, sweeping: null, pausedUntilMs: 0, failures: 0 };
    const watched = { ...none, beats, lostMs, sinceMs: this.lookedAtMs };
    this.watched.set(gatewayId, watched);
    return watched;
  }

  private async sweep(gatewayId: string, watched: Watched): Promise<void> {
    const { ownId, ownEveryMs, ordersOf, onError } = this.options;
    const { beats, sinceMs } = watched;
    const isOwn = gatewayId === ownId;
    const isLeft = performance.now() >= sinceMs + this.lostMs + this.leftBehindMs;
    let pauseMs = isOwn ? Math.max(ownEveryMs, OWN_EVERY_MS_MIN) : LOST_EVERY_MS;
    try {
      watched.orders ??= ordersOf(gatewayId);
      await watched.orders.sweep();
      watched.failures = 0;
      // One that was only paused has incremented its count since, and keeps its record.
      const { gateways } = this.records;
      if (!isOwn && isLeft) await writable(gateways).deleteOne({ _id: gatewayId, beats });
    } catch (err) {
      pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** watched.failures, PAUSE_MAX_MS);
      watched.failures += 1;
      onError(err, gatewayId);
    }
    watched.sweeping = null;
    watched.pausedUntilMs = performance.now() + pauseMs;
  }
}
