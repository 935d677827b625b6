/**
 * The step `settle`. One transaction charges the buyer for the delivered tokens, credits the
 * seller, releases the rest of the hold and of the reserved capacity, writes the trade and stores
 * the answer. Afterwards the answer is announced and the unused quantity returns to the book.
 *
 * Compensation: none. A settlement is final; a new journal corrects a mistake.
 *
 * Repetition: the second call finds the settled fill and repeats only the steps after the
 * transaction.
 */
import type { SettledAnswer, Settlement } from '../../domain/chat';
import { feeSchedule } from '../../domain/fees';
import { UnknownPayloadKey } from '../../domain/sealing';
import type { FillDocument } from '../../records/documents/fill';
import { isPermanent } from '../../records/mongodb/permanent-error';
import { writableLedger } from '../../records/mongodb/writable';
import type { ExchangeDeps } from '../deps';
import { StepFailure } from './step-failure';
import { releaseToBook } from '../books/release-to-book';

const HOUR_MS = 3_600_000;

export interface SettleSteps {
  settle(orderId: string, settlement: Settlement): Promise<void>;
  returnUnused(fillId: string): Promise<void>;
}

export class Settler {
  constructor(
    private readonly deps: Pick<
      ExchangeDeps,
      'settings' | 'records' | 'books' | 'channel' | 'sealer' | 'standings' | 'meter'
    >,
  ) {}

  /**
   * The transaction.
   * @returns the settled fill; `first` is false when another attempt settled before: its answer
   *   counts
   * @throws when MongoDB is unavailable; nothing is lost then. A record that can never be written
   *   is a permanent failure
   */
  async commit(settlement: Settlement): Promise<{ fill: FillDocument; first: boolean }> {
    const { settings, records } = this.deps;
    const settling = writableLedger(records.ledger).settleFill({
      fillId: settlement.fillId,
      attempt: settlement.attempt,
      usedTokens: settlement.usedTokens,
      usage: settlement.usage,
      usageFlag: settlement.usageFlag,
      firstByteAt:
        settlement.firstByteAtMs === undefined ? null : new Date(settlement.firstByteAtMs),
      ...(settlement.calls && { calls: settlement.calls }),
      listPriceScale8:
        settlement.listPriceScale8 === undefined ? null : BigInt(settlement.listPriceScale8),
      fees: feeSchedule(settings),
      answer: {
        sealed: Buffer.from(settlement.answer.sealed, 'base64'),
        streamed: settlement.streamed,
        keptMs: settings.ANSWER_RETENTION_HOURS * HOUR_MS,
      },
    });
    const result = await settling.catch((err: unknown) => {
      if (!isPermanent(err)) throw err;
      const message = 'The settlement cannot be recorded';
      throw StepFailure.final(message, 'service_unavailable', String(err));
    });
    if (result.status === 'not_reserved') {
      throw StepFailure.final('The fill was released before it was settled', 'service_unavailable');
    }
    this.deps.standings.ended(result.fill);
    if (result.status === 'settled') this.deps.meter.bidFilled(result.fill);
    return { fill: result.fill, first: result.status === 'settled' };
  }

  /** Announces the answer as it was committed, whichever attempt committed it. */
  async announce(orderId: string): Promise<void> {
    const { records, sealer } = this.deps;
    const sealed = await records.findAnswer(orderId);
    if (!sealed) return;
    const answer = openedAnswer(sealer, sealed, orderId);
    if (answer) await this.announceAnswer(orderId, answer);
  }

  /** Announces an answer that this process holds in memory. */
  async announceAnswer(orderId: string, answer: SettledAnswer, isJoinable = true): Promise<void> {
    await this.deps.channel.settled(orderId, answer, isJoinable);
  }

  /** Returns the unused reservation of a settled fill to the book. */
  async returnUnused(fill: FillDocument): Promise<void> {
    const unusedTokens = fill.quantityTokens - fill.usedTokens;
    if (fill.kind === 'draw') return; // the transaction returned it to the lot
    if (unusedTokens > 0) await releaseToBook(this.deps.books, fill, unusedTokens);
  }
}

/** Null without its encryption key: the waiting gateway then reads the records itself. */
function openedAnswer(
  sealer: ExchangeDeps['sealer'],
  sealed: Uint8Array,
  orderId: string,
): SettledAnswer | null {
  try {
    return sealer.openJson<SettledAnswer>(sealed, orderId);
  } catch (err) {
    if (err instanceof UnknownPayloadKey) return null;
    throw err;
  }
}

export function createSettleSteps(deps: ExchangeDeps): SettleSteps {
  const settler = new Settler(deps);
  return {
    async settle(orderId, settlement) {
      const { fill } = await settler.commit(settlement);
      await settler.announce(orderId);
      await settler.returnUnused(fill);
    },

    async returnUnused(fillId) {
      const fill = await deps.records.fills.findOne({ _id: fillId });
      if (fill?.status === 'settled') await settler.returnUnused(fill);
    },
  };
}
