/**
 * What the services of a process did, as metrics. Labels have few values: never a seller, an account
 * or an instrument outside the catalog, whose number is unlimited.
 */
import { Counter, Histogram, type Metric, type Registry } from 'prom-client';
import type { Catalog } from '../../config/catalog';
import type { ErrorCode } from '../../domain/errors';
import { roundedUsd } from '../../domain/money';
import type { VenueClass } from '../../domain/reputation';
import type { AttemptEnd, MarketMeter } from '../../exchange/chat/market-meter';
import type { FillDocument } from '../../records/documents/fill';
import type { CommitConflict, CommitMeter } from '../../records/ledger/commit-meter';

/** One label for all instruments outside the catalog. */
const OTHER_MODEL = 'other';

const STEP_BUCKETS_SECONDS = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
const FIRST_BYTE_BUCKETS_SECONDS = [
  0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30, 60, 120,
];
/** Up to the largest batch of a group commit. */
const BATCH_BUCKETS = [1, 2, 4, 8, 12, 16, 32, 64];

/** Made without a registry: a process that reports these metrics registers them. */
const registers: Registry[] = [];

export class MarketMetrics implements MarketMeter, CommitMeter {
  private readonly bids = new Counter({
    name: 'tokenbook_bids_total',
    help: 'Bids of chat completions that ended: filled, or the error code of their refusal.',
    labelNames: ['outcome'],
    registers,
  });
  private readonly matches = new Histogram({
    name: 'tokenbook_match_duration_seconds',
    help: 'Time of the order book to answer a bid.',
    buckets: STEP_BUCKETS_SECONDS,
    registers,
  });
  private readonly reservations = new Histogram({
    name: 'tokenbook_reserve_duration_seconds',
    help: 'Time to record a reservation in MongoDB, with the wait for its batch.',
    buckets: STEP_BUCKETS_SECONDS,
    registers,
  });
  private readonly firstBytes = new Histogram({
    name: 'tokenbook_first_byte_duration_seconds',
    help: 'Time from the start of an attempt to its first byte; to the whole answer where it is not streamed.',
    labelNames: ['venue_class', 'streamed'],
    buckets: FIRST_BYTE_BUCKETS_SECONDS,
    registers,
  });
  private readonly attempts = new Counter({
    name: 'tokenbook_attempts_total',
    help: 'Attempts at sellers that ended, by outcome and class of the seller.',
    labelNames: ['outcome', 'venue_class'],
    registers,
  });
  private readonly settledTokens = new Counter({
    name: 'tokenbook_settled_tokens_total',
    help: 'Tokens that were delivered and settled.',
    labelNames: ['kind', 'model_id'],
    registers,
  });
  private readonly settledMoney = new Counter({
    name: 'tokenbook_settled_usd_total',
    help: 'Cost of the settled tokens in USD; of a draw, what its lot had cost.',
    labelNames: ['kind', 'model_id'],
    registers,
  });
  private readonly fees = new Counter({
    name: 'tokenbook_fees_usd_total',
    help: 'Fees of the exchange for the settled tokens in USD.',
    labelNames: ['kind', 'model_id'],
    registers,
  });
  private readonly batches = new Histogram({
    name: 'tokenbook_commit_batch_requests',
    help: 'Requests that one transaction of the group commit wrote.',
    buckets: BATCH_BUCKETS,
    registers,
  });
  private readonly commitWaits = new Histogram({
    name: 'tokenbook_commit_wait_seconds',
    help: 'Time that a request waited for its batch of the group commit.',
    buckets: STEP_BUCKETS_SECONDS,
    registers,
  });
  private readonly conflicts = new Counter({
    name: 'tokenbook_commit_conflicts_total',
    help: 'Transactions of the group commit that had to be made again.',
    labelNames: ['reason'],
    registers,
  });

  constructor(private readonly catalog: Pick<Catalog, 'instrument'>) {}

  /** Adds the metrics to those of the process. */
  register(registry: Registry): void {
    const metrics: Metric[] = [
      this.bids,
      this.attempts,
      this.settledTokens,
      this.settledMoney,
      this.fees,
      this.matches,
      this.reservations,
      this.firstBytes,
      this.batches,
      this.commitWaits,
      this.conflicts,
    ];
    for (const metric of metrics) registry.registerMetric(metric);
  }

  bookAnswered(tookMs: number): void {
    this.matches.observe(tookMs / 1_000);
  }

  reservationRecorded(tookMs: number): void {
    this.reservations.observe(tookMs / 1_000);
  }

  firstByteArrived(venueClass: VenueClass, streamed: boolean, tookMs: number): void {
    this.firstBytes.observe(
      { venue_class: venueClass, streamed: String(streamed) },
      tookMs / 1_000,
    );
  }

  attemptEnded(venueClass: VenueClass, outcome: AttemptEnd): void {
    this.attempts.inc({ outcome, venue_class: venueClass });
  }

  bidFilled({ kind = 'chat', modelId, usedTokens, costScale8, feeScale8 }: FillDocument): void {
    const isListed = this.catalog.instrument(modelId) !== undefined;
    const labels = { kind, model_id: isListed ? modelId : OTHER_MODEL };
    this.bids.inc({ outcome: 'filled' });
    this.settledTokens.inc(labels, usedTokens);
    this.settledMoney.inc(labels, roundedUsd(costScale8));
    this.fees.inc(labels, roundedUsd(feeScale8));
  }

  bidRefused(outcome: ErrorCode): void {
    this.bids.inc({ outcome });
  }

  commitWaited(waitedMs: number): void {
    this.commitWaits.observe(waitedMs / 1_000);
  }

  committed(requests: number): void {
    this.batches.observe(requests);
  }

  commitConflicted(reason: CommitConflict): void {
    this.conflicts.inc({ reason });
  }
}
