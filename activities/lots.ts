/**
 * The activities of a delivery lot, and the start of its workflow.
 *
 * `endLot`: after the window has ended by MongoDB's clock, undrawn tokens are paid to the seller
 * (take-or-pay). Draws in progress end on their own, later. Repetition: the second call finds the
 * lot closed.
 */
import type { LotEnd, LotWorkflowInput } from '../domain/contract-orders';
import { recordLotStarted } from '../exchange/contracts/lot-started';
import { WINDOW_OVER } from '../records/ledger/close-lot';
import type { LotDocument } from '../records/lot';
import type { ExchangeDeps } from '../exchange/deps';
import { lotEndOf } from './lot-end';

export type LotEnding =
  | { readonly kind: 'ended'; readonly end: LotEnd }
  /** MongoDB's clock, which decides, is behind the local clock. */
  | { readonly kind: 'too_early'; readonly waitMs: number };

export interface LotActivities {
  endLot(lotId: string): Promise<LotEnding>;
}

export function createLotActivities({ records }: Pick<ExchangeDeps, 'records'>): LotActivities {
  const { capacity } = records.ledger;
  return {
    async endLot(lotId) {
      const now = await capacity.now();
      const result = await capacity.closeLot({ lotId, ...WINDOW_OVER, now });
      if (result.status === 'unknown') throw new Error(`Lot ${lotId} not found`);
      const { lot } = result;
      if (result.status === 'too_early') {
        return { kind: 'too_early', waitMs: lot.endsAt.getTime() - now.getTime() };
      }
      return { kind: 'ended', end: await lotEndOf(records, lot) };
    },
  };
}

/** Workflows started concurrently. */
const STARTS_AT_ONCE = 16;

/** Starts the workflow of each lot of a contract, once. */
export class LotWorkflows {
  constructor(
    private readonly records: ExchangeDeps['records'],
    private readonly start: (lot: LotWorkflowInput) => Promise<void>,
  ) {}

  /** @returns whether more than `limit` lots waited: call again */
  async begin(contractId: string, limit: number): Promise<boolean> {
    const { lots } = this.records;
    const waiting = await lots
      .find({ contractId, hasStory: false }, { limit: limit + 1 })
      .toArray();
    await this.startAll(waiting.slice(0, limit));
    return waiting.length > limit;
  }

  /**
   * Starts workflows whose start was lost with the process that created the lots.
   * @returns the number of lots
   */
  async beginLost(olderThanMs: number, limit: number): Promise<number> {
    const before = new Date(Date.now() - olderThanMs);
    const { lots } = this.records;
    const lost = await lots
      .find({ hasStory: false, createdAt: { $lt: before } }, { limit })
      .toArray();
    await this.startAll(lost);
    return lost.length;
  }

  private async startAll(waiting: readonly LotDocument[]): Promise<void> {
    const queue = [...waiting];
    const startNext = async (): Promise<void> => {
      for (let lot = queue.shift(); lot; lot = queue.shift()) await this.startOne(lot);
    };
    await Promise.all(Array.from({ length: STARTS_AT_ONCE }, startNext));
  }

  private async startOne(lot: LotDocument): Promise<void> {
    await this.start({
      lotId: lot._id,
      contractId: lot.contractId,
      orderId: lot.orderId,
      accountId: lot.accountId,
      sellerId: lot.sellerId,
      modelId: lot.modelId,
      quantityTokens: lot.quantityTokens,
      opensAtMs: lot.opensAt.getTime(),
      endsAtMs: lot.endsAt.getTime(),
    });
    await recordLotStarted(this.records, lot._id);
  }
}
