/**
 * The step `dispatch`: one attempt at the seller of a fill and, right after its last byte, the
 * settlement.
 *
 * Execution: the attempt's row is written before the first byte is sent; the answer is relayed as
 * it arrives; then the fill is settled and the answer announced. When MongoDB is unavailable the
 * settlement returns to the workflow, which retries it with `settle`.
 *
 * Compensation: `unmatch`, before the first byte. After it nothing is undone: delivered tokens are
 * paid.
 *
 * Repetition: a later attempt asks the same seller with the same key, leaves a settled fill
 * settled, and repeats no chunk that the buyer has.
 */
import type { ChatOrder, DispatchResult, MatchedFill, SettledAnswer } from '../../domain/chat';
import type { Envelope } from '../../domain/envelope';
import { type DeclaredModel, mostOutputTokens } from '../../domain/declared-models';
import { timeOfUuidV7 } from '../../domain/ids';
import { type Charge, type CutBy, type Delivery, chargeOf } from '../../domain/usage';
import type { FillDocument } from '../../records/documents/fill';
import { mayLeaveUnpaid } from '../accounts/abandoned-prompts';
import { cutAnswer, deliveredTokens, streamedAnswer, wholeAnswer } from './answers';
import { cutReasonOf, endSeen, isSellerBlameless, reasonOf } from './attempt-fault';
import { AttemptRow } from './attempt-row';
import type { ExchangeDeps } from '../deps';
import type { AttemptEnd } from './market-meter';
import { participantOf } from './participant';
import { sellersOwnedBy } from '../sellers/sellers-owned-by';
import { StepFailure } from './step-failure';
import {
  AttemptFailure,
  type CutOutcome,
  type DispatchOutcome,
  type FailedOutcome,
  type RefusedRequestOutcome,
  failedOutcome,
} from '../dispatch/outcome';
import { type Span, inSpan } from '../tracing/tracing';
import { startSpan } from '../tracing/attempt-span';
import { Settler } from './settle';
import { SettleInPlace, sealedFor } from './settle-in-place';
import { requestOf } from './stored-request';
import { StreamRelay } from './stream-relay';

/** Delay before a seller without a free connection is asked again. */
const NO_CONNECTION_RETRY_MS = 1_000;

const CUT_REASONS = { buyer: 'buyer_gone', seller: 'cut', exchange: 'exchange' } as const;

export interface DispatchInput {
  readonly order: ChatOrder;
  readonly fill: MatchedFill;
  readonly attempt: number;
  /** The time until the bid's deadline for the first byte. */
  readonly remainingMs: number;
  /** The seller that has refused the request before; absent without one. */
  readonly refusedBySellerId?: string;
}

/** Signals that end an attempt from outside. */
export interface AttemptHost {
  /** Aborted when the caller abandons the attempt: the next attempt runs elsewhere. */
  readonly signal: AbortSignal;
  /** Whether it was abandoned because the order must end. */
  isCancelled(): boolean;
  /** Aborted when the stream has no reader left. */
  readonly readerLeft: AbortSignal;
}

/** The attempt was abandoned before its answer was complete. */
export class AttemptGivenUp extends Error {
  override readonly name = 'AttemptGivenUp';
}

/**
 * One attempt at the seller of a fill.
 * @throws StepFailure when the order has ended meanwhile; AttemptGivenUp
 */
export async function runAttempt(
  deps: ExchangeDeps,
  input: DispatchInput,
  host: AttemptHost,
): Promise<DispatchResult> {
  const stop = new AbortController();
  const onEnd = () => stop.abort();
  const signals = [host.signal, host.readerLeft];
  for (const signal of signals) {
    if (signal.aborted) onEnd();
    else signal.addEventListener('abort', onEnd, { once: true });
  }
  const span = startSpan(deps, input);
  try {
    const attempt = new Attempt(deps, input, host, stop, span);
    return await inSpan(
      span,
      () => attempt.run(),
      ({ kind }) => ({ outcome: kind, isError: kind === 'failed' || kind === 'throttled' }),
    );
  } finally {
    for (const signal of signals) signal.removeEventListener('abort', onEnd);
  }
}

class Attempt {
  private readonly deadlineAtMs: number;
  /** Fills fields that the seller omits, and names the instrument as the model. */
  private readonly envelope: Envelope;
  private readonly settlement: SettleInPlace;
  private readonly row: AttemptRow;
  private firstByteAtMs: number | null = null;
  /** In test mode a request can tell its seller how to fail: that counts against nobody. */
  private readonly isInstructed: boolean;

  constructor(
    private readonly deps: ExchangeDeps,
    private readonly input: DispatchInput,
    private readonly host: AttemptHost,
    private readonly stop: AbortController,
    private readonly span: Span,
  ) {
    this.deadlineAtMs = Date.now() + input.remainingMs;
    const isTest = deps.settings.TOKENBOOK_MODE === 'test';
    this.isInstructed = isTest && input.order.request.layout?.isInstructed === true;
    this.settlement = new SettleInPlace(deps, new Settler(deps), input, host.signal, span);
    const { fillId, modelId } = input.fill;
    this.row = new AttemptRow(deps.records.ledger, fillId, input.attempt);
    // Of the fill, not of the attempt: a repeated attempt at the same seller gives the same answer.
    const created = Math.floor(timeOfUuidV7(fillId) / 1_000);
    this.envelope = { id: fillId, created, model: modelId };
  }

  async run(): Promise<DispatchResult> {
    const { deps, input, stop } = this;
    const settled = input.attempt > 1 ? await this.settledBefore() : null;
    if (settled) return this.settlement.announce(settled, null);
    const relay = await StreamRelay.open(deps, input.fill, input.attempt, stop);
    if (relay.orderEnded) return this.endedElsewhere();
    const [body, upstream] = await Promise.all([
      requestOf(deps, input.order),
      deps.upstreams.of(input.fill.sellerId, input.fill.modelId),
    ]);
    const outcome = await deps.sellerClient.dispatch({
      endpointUrl: input.fill.endpointUrl,
      sellerId: input.fill.sellerId,
      fillId: input.fill.fillId,
      participant: participantOf(input.order),
      traceparent: this.span.traceparent,
      authorization: upstream.authorization,
      body,
      model: upstream.model,
      envelope: this.envelope,
      streamed: input.order.streamed,
      reservedCompletionTokens: this.addedCap(upstream.declared),
      estimatedTokens: input.fill.quantityTokens - input.order.promptTokens,
      reservedTokens: input.fill.quantityTokens - this.promptTokens,
      firstTokenMs: deps.catalog.firstTokenMs(input.fill.modelId, this.promptTokens),
      deadlineAtMs: relay.begun ? Number.MAX_SAFE_INTEGER : this.deadlineAtMs,
      // Only its bound seller can serve a draw: it waits until its deadline.
      ...(input.fill.drawnOn ? {} : { connectionWaitMs: deps.settings.CONNECTION_WAIT_MS }),
      signal: stop.signal,
      onChunk: (data) => {
        this.firstByteAtMs ??= Date.now();
        return relay.pass(data);
      },
    });
    // An answer that is not streamed arrives as a whole.
    this.firstByteAtMs ??= Date.now();
    await relay.flush();
    if (this.host.signal.aborted && outcome.kind !== 'answered') this.leaveUnlessDelivered(relay);
    if (relay.orderEnded) return this.endedElsewhere();
    return this.concludeInTurn(outcome, relay);
  }

  /** Many attempts of one participant may end at the same time, for example by timeout. */
  private async concludeInTurn(
    outcome: DispatchOutcome,
    relay: StreamRelay,
  ): Promise<DispatchResult> {
    const release = await this.deps.turns.resume(participantOf(this.input.order));
    return this.conclude(outcome, relay).finally(release);
  }

  /** The order's channel has ended: another attempt settled the fill, or it was released. */
  private async endedElsewhere(): Promise<DispatchResult> {
    const fill = await this.deps.records.fills.findOne({ _id: this.input.fill.fillId });
    if (fill?.status === 'settled') return this.settlement.announce(fill, null);
    throw StepFailure.final('The order has ended', 'service_unavailable');
  }

  /**
   * A later attempt writes its row. Returns the fill if an earlier attempt settled it and its
   * answer was lost.
   */
  private async settledBefore(): Promise<FillDocument | null> {
    if ((await this.row.plan()) !== 'not_reserved') return null;
    const known = await this.deps.records.fills.findOne({ _id: this.input.fill.fillId });
    if (known?.status === 'settled') return known;
    throw StepFailure.final('The fill was released', 'service_unavailable');
  }

  private get promptTokens(): number {
    const { order } = this.input;
    return order.countedPromptTokens ?? order.promptTokens;
  }

  /**
   * `max_tokens` for a request that states none: the reserved tokens per choice, minus the prompt; not
   * more than the seller can do.
   */
  private addedCap(declared: DeclaredModel | undefined): number | null {
    const { order, fill } = this.input;
    if (!order.elastic) return null;
    const reserved = Math.floor((fill.quantityTokens - order.promptTokens) / order.choices);
    return Math.min(reserved, mostOutputTokens(declared, order.promptTokens));
  }

  /**
   * A stopping process abandons the attempt silently: the next attempt, in another process,
   * continues the stream where the buyer has it. A cancelled order ends with what was delivered.
   */
  private leaveUnlessDelivered(relay: StreamRelay): void {
    if (relay.begun && this.host.isCancelled()) return;
    throw new AttemptGivenUp('The attempt was abandoned before its answer was complete');
  }

  private async conclude(outcome: DispatchOutcome, relay: StreamRelay): Promise<DispatchResult> {
    const { fill } = this.input;
    this.noteSeen(outcome);
    switch (outcome.kind) {
      case 'answered': {
        const charge = this.charge(outcome);
        const answer = outcome.streamed
          ? streamedAnswer(fill, charge, relay.chunks, outcome.closing, this.envelope)
          : wholeAnswer(fill, charge, outcome.body, this.envelope);
        this.noteEnd('answered');
        if (!this.isInstructed) this.deps.learnedLimits.note(this.input);
        if (outcome.wasPaused || this.isInstructed) await this.row.noteEnd('exchange');
        return this.settlement.settle(
          charge,
          answer,
          this.firstByteAtMs ?? Date.now(),
          outcome.calls,
        );
      }
      case 'cut':
        return relay.begun ? this.settleCut(outcome, relay) : this.nothingDelivered(outcome, relay);
      case 'refused_request':
        return relay.begun ? this.settleCut(outcome, relay) : this.requestRefused(outcome);
      case 'throttled':
      case 'failed':
        return relay.begun ? this.settleCut(outcome, relay) : this.failed(outcome, relay);
    }
  }

  /**
   * Reports the end for the judging of sellers: whether this seller answers, and whether others
   * fail at the same time.
   */
  private noteSeen(outcome: DispatchOutcome): void {
    const { fill, order } = this.input;
    const { sellerId, endpointUrl } = fill;
    const end = endSeen(outcome);
    if ('firstByteMs' in outcome) {
      const { meter } = this.deps;
      meter.firstByteArrived(fill.venueClass, order.streamed, outcome.firstByteMs);
    }
    const seller = { sellerId, endpointUrl };
    if (!end || this.isInstructed) return;
    this.deps.judging.note({ seller, end, participant: participantOf(order) });
  }

  private noteEnd(end: AttemptEnd): void {
    this.deps.meter.attemptEnded(this.input.fill.venueClass, end);
    this.span.set({ 'tokenbook.attempt.end': end });
  }

  /** The stream was broken before its first chunk reached the channel: counts as not started. */
  private nothingDelivered(outcome: CutOutcome, relay: StreamRelay): Promise<DispatchResult> {
    if (relay.end === 'channel_lost') {
      // The attempt's row stores no end: the exchange lost it, and it does not affect a score.
      this.noteEnd('exchange');
      throw StepFailure.final('The answer channel is unavailable', 'service_unavailable');
    }
    const failure = new AttemptFailure(outcome.reason, outcome.detail);
    return this.failed(failedOutcome(failure, true, isSellerBlameless(outcome)), relay);
  }

  private cutBy(outcome: DispatchOutcome, relay: StreamRelay): CutBy {
    if (relay.end === 'seller_differs') return 'seller';
    if (relay.end === 'channel_lost') return 'exchange';
    if (this.stop.signal.aborted) return 'buyer';
    return isSellerBlameless(outcome) ? 'exchange' : 'seller';
  }

  /** The buyer pays for what was delivered; one who left, for the prompt too. */
  private async settleCut(outcome: DispatchOutcome, relay: StreamRelay): Promise<DispatchResult> {
    const { fill } = this.input;
    const by = this.cutBy(outcome, relay);
    const reason = CUT_REASONS[by];
    this.noteEnd(reason);
    if (reason !== 'buyer_gone') await this.row.noteEnd(this.isInstructed ? 'exchange' : reason);
    else if (!relay.begun) await this.row.noteEnd(reason);
    const chunks = relay.delivered;
    const charge = this.charge({
      kind: 'cut',
      by,
      deliveredCompletionTokens: await deliveredTokens(chunks),
    });
    const cut = { by, reason: relay.end === 'seller_differs' ? 'differs' : cutReasonOf(outcome) };
    const answer = cutAnswer(fill, charge, chunks, cut, this.deps.settings.PUBLIC_URL);
    return relay.begun ? this.settle(charge, answer) : this.settlement.settle(charge, answer, null);
  }

  private settle(charge: Charge, answer: SettledAnswer): Promise<DispatchResult> {
    return this.settlement.settle(charge, answer, this.firstByteAtMs ?? Date.now());
  }

  private charge(delivery: Delivery): Charge {
    const { fill, order } = this.input;
    return chargeOf(delivery, {
      promptTokens: this.promptTokens,
      plausiblePromptTokens: order.plausiblePromptTokens ?? 2 * this.promptTokens,
      reservedTokens: fill.quantityTokens,
    });
  }

  private async failed(
    outcome: FailedOutcome | Extract<DispatchOutcome, { kind: 'throttled' }>,
    relay: StreamRelay,
  ): Promise<DispatchResult> {
    const failed = outcome.kind === 'failed';
    const buyerGone = this.stop.signal.aborted;
    if (buyerGone && failed && (await this.owesPrompt(outcome))) {
      return this.settleCut(outcome, relay);
    }
    const reason = buyerGone ? 'buyer_gone' : reasonOf(outcome);
    this.noteEnd(reason);
    await this.row.failed(outcome, {
      state: failed && outcome.unknown ? 'unknown' : 'failed',
      reason: this.isInstructed ? 'exchange' : reason,
      detail: failed ? outcome.detail : 'throttled',
    });
    if (buyerGone) return { kind: 'buyer_gone' };
    if (!failed) return { kind: 'throttled', retryAfterMs: outcome.retryAfterMs };
    if (outcome.reason === 'no_connection') {
      return { kind: 'throttled', isOurs: true, retryAfterMs: NO_CONNECTION_RETRY_MS };
    }
    return {
      kind: 'failed',
      outcomeUnknown: outcome.unknown,
      deadlinePassed: outcome.reason === 'deadline',
      isOurs: outcome.blame === 'none',
      detail: outcome.detail,
    };
  }

  /** The seller worked, and the buyer left before it saw anything of that, beyond what is free. */
  private async owesPrompt({ reason, sent }: FailedOutcome): Promise<boolean> {
    if (reason !== 'aborted' || !sent) return false;
    const { records, settings } = this.deps;
    const { accountId } = this.input.order;
    const left = { accountId, promptTokens: this.promptTokens };
    return !(await mayLeaveUnpaid(records, left, settings.FREE_ABANDONED_TOKENS));
  }

  /** A seller without a known owner has none. */
  private async relatedSellers(): Promise<string[]> {
    const { records } = this.deps;
    const seller = await records.sellers.findOne({ _id: this.input.fill.sellerId });
    return seller?.owner ? sellersOwnedBy(records, seller.owner) : [];
  }

  private async requestRefused(outcome: RefusedRequestOutcome): Promise<DispatchResult> {
    const { order } = this.input;
    const detail = `the seller answered ${outcome.status}`;
    this.noteEnd('request_refused');
    await this.row.failed(outcome, { state: 'failed', reason: 'request_refused', detail });
    return {
      kind: 'request_refused',
      relatedSellerIds: await this.relatedSellers(),
      refusal: {
        code: 'invalid_request',
        message: `The seller refused the request with status ${outcome.status}.`,
        passed: {
          status: outcome.status,
          body: sealedFor(this.deps.sealer, order.orderId, outcome.body),
        },
      },
    };
  }
}
