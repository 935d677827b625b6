/**
 * Continues contract orders whose workflow is missing: an operator terminated it, or its start was
 * lost with the process. Every worker checks pages of the open orders, so more workers check them
 * sooner.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadCollections } from '../../records/collections';
import { type OrderPage, OrderPages, type PageOptions } from './pages';

/** Younger orders are left to their own workflows. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 1_000;

interface OrderCheckOptions extends PageOptions {
  /** The running ones of these workflows. */
  running(workflowIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Resumes an order. */
  wake(orderId: string): Promise<void>;
  onError(err: unknown): void;
}

export class ContractOrderFollower {
  private readonly pages: OrderPages;
  private readonly stopping = new AbortController();
  private following: Promise<void> | null = null;

  constructor(
    private readonly records: Pick<ReadCollections, 'contractOrders' | 'followers'>,
    private readonly options: OrderCheckOptions,
  ) {
    this.pages = new OrderPages(records, options);
  }

  start(): void {
    this.following ??= this.follow();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.following;
  }

  /**
   * Checks the next page. A page that fails stays, and is checked again when its lease is over.
   * @returns the number of its orders; null when no page waits
   */
  async checkNext(): Promise<number | null> {
    const page = await this.pages.take();
    if (!page) return null;
    const checked = await this.check(page);
    await this.pages.done(page);
    return checked;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const checked = await this.checkNext().catch((err: unknown) => {
        this.options.onError(err);
        return null;
      });
      if (checked === null) await delay(PAUSE_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async check({ afterId, upToId }: OrderPage): Promise<number> {
    const orders = await this.records.contractOrders
      .find(
        { status: 'open', _id: { $gt: afterId, $lte: upToId } },
        { projection: { workflowId: 1, updatedAt: 1 } },
      )
      .toArray();
    const before = Date.now() - PATIENCE_MS;
    const old = orders.filter(({ updatedAt }) => updatedAt.getTime() < before);
    if (old.length === 0) return 0;
    const running = await this.options.running(old.map(({ workflowId }) => workflowId));
    for (const { _id, workflowId } of old) {
      if (running.has(workflowId)) continue;
      // A failure does not stop the others; the next round retries it.
      await this.options.wake(_id).catch((err: unknown) => this.options.onError(err));
    }
    return old.length;
  }
}
