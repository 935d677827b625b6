/**
 * Settles an attempt right after its last byte, without the workflow: the buyer's answer is
 * announced with the commit.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CallCounts } from '../../domain/answers/calls';
import type {
  ChatOrder,
  DispatchResult,
  MatchedFill,
  SealedBytes,
  SettledAnswer,
  Settlement,
} from '../../domain/chat';
import type { Charge } from '../../domain/usage';
import type { FillDocument } from '../../records/documents/fill';
import type { ExchangeDeps } from '../deps';
import { StepFailure } from './step-failure';
import { type Span, inSpan } from '../tracing/tracing';
import { RequestMemory } from '../idempotency/request-memory';
import type { Settler } from './settle';

/** How long the settlement is retried here before the workflow takes over. */
const SETTLE_IN_PLACE_MS = 3_000;
const SETTLE_RETRY_MS = 100;
const SETTLE_RETRY_MS_MAX = 5_000;
/** Maximum characters of an encrypted answer in a workflow payload; Temporal's limit is 2 MiB. */
const HANDED_OVER_MAX = 1_000_000;

interface SettledAttempt {
  readonly order: ChatOrder;
  readonly fill: MatchedFill;
  readonly attempt: number;
}

export class SettleInPlace {
  private readonly memory: RequestMemory;

  constructor(
    private readonly deps: Pick<
      ExchangeDeps,
      'records' | 'sealer' | 'sessions' | 'settings' | 'tracing'
    >,
    private readonly settler: Settler,
    private readonly settled: SettledAttempt,
    /** Aborted when this process must abandon the attempt. */
    private readonly signal: AbortSignal,
    private readonly attemptSpan: Span,
  ) {
    this.memory = new RequestMemory(deps);
  }

  /**
   * Settles here while MongoDB answers soon; otherwise the workflow settles. An answer that exceeds
   * the payload limit is retried here: the workflow could not receive it.
   * @param firstByteAtMs null when the buyer left before it
   */
  async settle(
    charge: Charge,
    answer: SettledAnswer,
    firstByteAtMs: number | null,
    calls?: CallCounts,
  ): Promise<DispatchResult> {
    const { order, fill, attempt } = this.settled;
    const settlement: Settlement = {
      fillId: fill.fillId,
      attempt,
      ...charge,
      streamed: answer.streamed,
      ...(firstByteAtMs === null ? {} : { firstByteAtMs }),
      ...(calls && calls.made > 0 ? { calls } : {}),
      listPriceScale8: fill.listPriceScale8,
      answer: sealedFor(this.deps.sealer, order.orderId, answer),
    };
    const isPortable = settlement.answer.sealed.length <= HANDED_OVER_MAX;
    const until = isPortable ? Date.now() + SETTLE_IN_PLACE_MS : Infinity;
    for (let retryMs = SETTLE_RETRY_MS; ; retryMs = Math.min(2 * retryMs, SETTLE_RETRY_MS_MAX)) {
      try {
        const committed = await this.commit(settlement);
        return await this.announce(committed.fill, committed.first ? answer : null);
      } catch (err) {
        if (err instanceof StepFailure) throw err;
        if (Date.now() > until) return { kind: 'delivered', settlement };
        if (!isPortable && this.signal.aborted) throw err; // asked again in another process
        await delay(isPortable ? SETTLE_RETRY_MS : retryMs);
      }
    }
  }

  private commit(settlement: Settlement) {
    const { order, fill, attempt } = this.settled;
    const span = this.deps.tracing.start('settle', this.attemptSpan.traceparent, {
      'tokenbook.order.id': order.orderId,
      'tokenbook.fill.id': fill.fillId,
      'tokenbook.attempt': attempt,
    });
    return inSpan(
      span,
      () => this.settler.commit(settlement),
      ({ first }) => ({ outcome: first ? 'settled' : 'settled_before' }),
    );
  }

  /**
   * Runs after the commit. If it is lost here, the workflow repeats it, or clients read the
   * records.
   */
  async announce(fill: FillDocument, answer: SettledAnswer | null): Promise<DispatchResult> {
    const { orderId, accountId, sellerId } = fill;
    const { session } = this.settled.order;
    // Before the buyer can send the session's next request.
    if (session && answer?.complete) void this.deps.sessions.served(accountId, session, sellerId);
    const announced = answer
      ? this.settler.announceAnswer(orderId, answer, this.settled.order.idempotencyId !== null)
      : this.settler.announce(orderId);
    await announced.catch(() => undefined); // the gateway also reads the records
    await this.memory.drop(this.settled.order.request).catch(() => undefined); // it also expires
    const returned = await this.settler.returnUnused(fill).then(
      () => true,
      () => false,
    );
    return { kind: 'settled', unusedReturned: returned, ...(await this.lotEnded()) };
  }

  /** Reports for the lot's own workflow whether a draw used up its lot. */
  private async lotEnded(): Promise<{ lotExhausted?: boolean }> {
    const { drawnOn } = this.settled.fill;
    if (!drawnOn) return {};
    const { lots } = this.deps.records;
    const lot = await lots.findOne({ _id: drawnOn.lotId }).catch(() => null);
    return { lotExhausted: lot?.status === 'exhausted' };
  }
}

export function sealedFor(
  sealer: ExchangeDeps['sealer'],
  orderId: string,
  value: unknown,
): SealedBytes {
  return { sealed: sealer.sealJson(value, orderId).toString('base64'), orderId };
}
