/**
 * Continues contract orders and lots whose workflow is missing: an operator terminated it, or its
 * start was lost with the process. Orders are resumed. Lots are started, or closed when their
 * window ended long ago.
 */
import { WINDOW_OVER } from '../../records/ledger/close-lot';
import { writableLedger } from '../../records/writable';
import type { LotWorkflows } from '../contracts/lot-workflows';
import type { ExchangeDeps } from '../deps';
import type { MaintenanceLog } from './log';

/**
 * Younger orders and lots, and those overdue for less than this, are left to their own workflows.
 */
const PATIENCE_MS = 60_000;
const PER_RUN = 200;

export class ContractMaintenance {
  /** Cursor: there are many old resting orders, so each run checks the next ones. */
  private behindId = '';

  constructor(
    private readonly records: ExchangeDeps['records'],
    private readonly lotWorkflows: LotWorkflows,
    private readonly isRunning: (workflowId: string) => Promise<boolean>,
    private readonly wakeOrder: (orderId: string) => Promise<void>,
    private readonly log: Pick<MaintenanceLog, 'warn'>,
  ) {}

  /** @returns the number of orphaned orders and lots */
  async finishOrphans(): Promise<number> {
    const woken = await this.wakeOrders();
    const begun = await this.lotWorkflows.beginLost(PATIENCE_MS, PER_RUN);
    return woken + begun + (await this.closeOverdue());
  }

  private async wakeOrders(): Promise<number> {
    const before = new Date(Date.now() - PATIENCE_MS);
    const orders = await this.records.contractOrders
      .find({ status: 'open', updatedAt: { $lt: before }, _id: { $gt: this.behindId } })
      .sort({ _id: 1 })
      .limit(PER_RUN)
      .toArray();
    this.behindId = orders.length === PER_RUN ? orders.at(-1)!._id : '';
    let woken = 0;
    for (const { _id, workflowId } of orders) {
      await this.one('A contract order was not woken', _id, async () => {
        if (await this.isRunning(workflowId)) return;
        await this.wakeOrder(_id);
        woken += 1;
      });
    }
    return woken;
  }

  private async closeOverdue(): Promise<number> {
    const { capacity } = writableLedger(this.records.ledger);
    const now = await capacity.now();
    const overdue = await this.records.lots
      .find({ status: 'open', endsAt: { $lt: new Date(now.getTime() - PATIENCE_MS) } })
      .limit(PER_RUN)
      .toArray();
    for (const { _id: lotId } of overdue) {
      await this.one('A lot was not closed', lotId, async () => {
        await capacity.closeLot({ lotId, ...WINDOW_OVER, now });
      });
    }
    return overdue.length;
  }

  /** A failure does not stop the others; the next run retries it. */
  private async one(failure: string, id: string, finish: () => Promise<void>): Promise<void> {
    await finish().catch((err: unknown) => this.log.warn(failure, { id, err: String(err) }));
  }
}
