/** The start of the workflows of lots. That one was started is recorded in `hasStory`. */
import type { LotWorkflowInput } from '../../domain/contract-orders';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import { writable } from '../../records/mongodb/writable';
import { eachAtOnce } from '../../fairness/each-at-once';

/** Workflows started concurrently. */
const STARTS_AT_ONCE = 16;

/** Starts the workflow of each lot of a contract, once. */
export class LotWorkflows {
  constructor(
    private readonly records: Pick<Records, 'contractOrders' | 'lots'>,
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

  /** Starts the workflow of an open lot whose own one is gone. */
  async again(lot: LotDocument): Promise<void> {
    await this.startAll([lot]);
  }

  private async startAll(waiting: readonly LotDocument[]): Promise<void> {
    if (waiting.length === 0) return;
    const traces = await this.tracesOf(waiting);
    await eachAtOnce(waiting, STARTS_AT_ONCE, (lot) => this.startOne(lot, traces.get(lot.orderId)));
  }

  /** By order: a lot belongs to the trace of the request that its order came with. */
  private async tracesOf(lots: readonly LotDocument[]): Promise<Map<string, string>> {
    const orderIds = [...new Set(lots.map(({ orderId }) => orderId))];
    const orders = await this.records.contractOrders
      .find({ _id: { $in: orderIds } }, { projection: { traceparent: 1 } })
      .toArray();
    return new Map(
      orders.flatMap(({ _id, traceparent }) => (traceparent ? [[_id, traceparent]] : [])),
    );
  }

  private async startOne(lot: LotDocument, traceparent: string | undefined): Promise<void> {
    await this.start({
      lotId: lot._id,
      contractId: lot.contractId,
      orderId: lot.orderId,
      ...(traceparent === undefined ? {} : { traceparent }),
      accountId: lot.accountId,
      sellerId: lot.sellerId,
      modelId: lot.modelId,
      quantityTokens: lot.quantityTokens,
      cost: formatScale8(lot.costScale8),
      opensAtMs: lot.opensAt.getTime(),
      endsAtMs: lot.endsAt.getTime(),
    });
    await writable(this.records.lots).updateOne({ _id: lot._id }, { $set: { hasStory: true } });
  }
}
