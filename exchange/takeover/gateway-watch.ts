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
  /** The gateway that watches; null in other processes. */
  readonly own: {
    readonly gatewayId: string;
    readonly orders: SweptOrders;
    readonly everyMs: number;
  } | null;
  /** A gateway whose count does not advance for this long is lost. */
  readonly lostMs: number;
  /** How long its orders are searched after that. */
  readonly leftBehindMs?: number;
  readonly ordersOfLost: (gatewayId: string) => SweptOrders;
  readonly onError: (err: unknown, gatewayId: string | null) => void;
}

interface Watched {
  beats: number;
  /** Since when they have not advanced. */
  sinceMs: number;
  /** Null until it is lost. */
  orders: SweptOrders | null;
  sweeping: Promise<void> | null;
  dueAtMs: number;
  failures: number;
}

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

  /** Orders of lost gateways that no workflow records, as far as Temporal has refused them. */
  get unrecordedOrders(): number {
    const { own } = this.options;
    const lost = [...this.watched.values()].filter(({ orders }) => orders !== own?.orders);
    return lost.reduce((sum, { orders }) => sum + (orders?.waiting ?? 0), 0);
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

  /** Checks when a gateway reaches its limit, or the own one is due, not only at the next interval. */
  private nextLookMs(): number {
    const { gatewayId = '' } = this.options.own ?? {};
    const own = this.watched.get(gatewayId);
    const isAlone = own && this.watched.size === 1;
    const atMs = [...this.watched.values()].map((one) =>
      one === own ? one.dueAtMs : one.sinceMs + this.lostMs,
    );
    const waitsMs = atMs.map((ms) => ms - performance.now()).filter((waitMs) => waitMs > 0);
    return Math.min(isAlone ? ALONE_LOOK_MS : LOOK_MS, ...waitsMs.map(Math.ceil));
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
      const watched = this.seen(gatewayId, beats, isLate);
      const isOwn = gatewayId === this.options.own?.gatewayId;
      const isDue = !watched.sweeping && nowMs >= watched.dueAtMs;
      if (isDue && (isOwn || nowMs - watched.sinceMs >= this.lostMs))
        this.sweep(gatewayId, watched);
    }
  }

  private seen(gatewayId: string, beats: number, isLate: boolean): Watched {
    const none = { beats, sinceMs: this.lookedAtMs, orders: null, sweeping: null };
    const watched = this.watched.get(gatewayId) ?? { ...none, dueAtMs: 0, failures: 0 };
    this.watched.set(gatewayId, watched);
    if (isLate || watched.beats !== beats) watched.sinceMs = this.lookedAtMs;
    watched.beats = beats;
    return watched;
  }

  private sweep(gatewayId: string, watched: Watched): void {
    const { own, ordersOfLost, onError } = this.options;
    const isOwn = gatewayId === own?.gatewayId;
    watched.orders ??= isOwn ? own.orders : ordersOfLost(gatewayId);
    const { beats, orders } = watched;
    const isForgotten = performance.now() - watched.sinceMs >= this.lostMs + this.leftBehindMs;
    const swept = async () => {
      let pauseMs = isOwn ? Math.max(own.everyMs, OWN_EVERY_MS_MIN) : LOST_EVERY_MS;
      try {
        await orders.sweep();
        watched.failures = 0;
        // One that was only paused has incremented its count since, and keeps its record.
        const { gateways } = this.records;
        if (!isOwn && isForgotten) await writable(gateways).deleteOne({ _id: gatewayId, beats });
      } catch (err) {
        pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** watched.failures, PAUSE_MAX_MS);
        watched.failures += 1;
        onError(err, gatewayId);
      }
      watched.sweeping = null;
      watched.dueAtMs = performance.now() + pauseMs;
    };
    watched.sweeping = swept();
  }
}
