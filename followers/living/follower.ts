/**
 * Whatever is alive by the records has a workflow: one that somebody terminated or deleted, that was
 * lost with the process that was to start it, or that the server lost with its data, is started again
 * from the records. Every worker checks pages, so more workers check them sooner.
 */
import { Rounds } from '../../fairness/rounds';
import type { ReadCollections } from '../../records/collections';
import type { LivingKind } from './kinds';
import { type LivingPage, LivingPages, type PageOptions } from './pages';

const PAUSE_MS = 1_000;

interface LivingOptions extends PageOptions {
  /** The running ones of these workflows. */
  running(workflowIds: readonly string[]): Promise<ReadonlySet<string>>;
  onError(err: unknown): void;
}

export class LivingFollower {
  private readonly pages: LivingPages;
  private readonly rounds: Rounds;
  private isIdle = false;

  constructor(
    private readonly kind: LivingKind,
    records: Pick<ReadCollections, 'followers'>,
    private readonly options: LivingOptions,
  ) {
    this.pages = new LivingPages(kind, records, options);
    this.rounds = new Rounds(
      async () => {
        this.isIdle = true;
        this.isIdle = (await this.checkNext()) === null;
      },
      () => (this.isIdle ? PAUSE_MS : 0),
      options.onError,
    );
  }

  start(): void {
    this.rounds.start();
  }

  async stop(): Promise<void> {
    await this.rounds.stop();
  }

  /**
   * Checks the next page. A page that fails stays, and is checked again when its lease is over.
   * @returns the number of its records; null when no page waits
   */
  async checkNext(): Promise<number | null> {
    const page = await this.pages.take();
    if (!page) return null;
    const { checked, missing } = await this.check(page);
    await this.pages.done(page, missing);
    return checked;
  }

  private async check({ afterId, upToId }: LivingPage) {
    const alive = await this.kind.upTo(afterId, upToId);
    if (alive.length === 0) return { checked: 0, missing: 0 };
    const running = await this.options.running(alive.map(({ workflowId }) => workflowId));
    const missing = alive.filter(({ workflowId }) => !running.has(workflowId));
    for (const one of missing) {
      // A failure does not stop the others; the next round retries it.
      await one.putBack().catch((err: unknown) => this.options.onError(err));
    }
    return { checked: alive.length, missing: missing.length };
  }
}
