/**
 * Continues lots whose workflow is missing: an operator terminated it, or its start was lost with
 * the process. They are started, or closed when their window ended long ago. Contract orders are
 * resumed by followers/contract-orders/.
 */
import { WINDOW_OVER } from '../../records/ledger/close-lot';
import { writableLedger } from '../../records/mongodb/writable';
import type { LotWorkflows } from '../contracts/lot-workflows';
import type { ExchangeDeps } from '../deps';
import type { MaintenanceLog } from './log';

/**
 * Younger lots, and those overdue for less than this, are left to their own workflows.
 */
const PATIENCE_MS = 60_000;
const PER_RUN = 200;

export class ContractMaintenance {
  constructor(
    private readonly records: ExchangeDeps['records'],
    private readonly lotWorkflows: LotWorkflows,
    private readonly log: Pick<MaintenanceLog, 'warn'>,
  ) {}

  /** @returns the number of orphaned lots */
  async finishOrphans(): Promise<number> {
    const begun = await this.lotWorkflows.beginLost(PATIENCE_MS, PER_RUN).catch((err: unknown) => {
      this.log.warn('Workflows of lots were not started', { err: String(err) });
      return 0;
    });
    return begun + (await this.closeOverdue());
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
