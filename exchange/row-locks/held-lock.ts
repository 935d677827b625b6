/**
 * A lock that a process holds, and the batches of other processes that it commits with its own. It is
 * renewed for as long as the process lives and runs, however slow its commit is: were it lost
 * meanwhile, the commit of the next holder would meet this one's, and both would be made again.
 */
import { decodeWrites } from '../../records/ledger/encode-writes';
import type { OfferedBatch, RowLock } from '../../records/ledger/row-locks';
import type { BatchMacs } from './batch-macs';
import type { LockCommands } from './lock-commands';

/** Batches of other processes in one transaction, at most. */
const TOGETHER_MAX = 16;
/** In which others' batches are committed, or no longer: their callers may leave soon after. */
export const OTHERS_KEPT_MS = 3_000;
/** In parts of the lease. */
const RENEWED_EVERY = 1 / 4;

interface Held {
  readonly rows: readonly string[];
  readonly contended: readonly string[];
  readonly queues: readonly string[];
  readonly leaseMs: number;
  readonly onError: (err: unknown) => void;
  /** A batch that no process handed over, or too long ago. */
  readonly onForged: (err: Error) => void;
}

export class HeldLock implements RowLock {
  private othersUntilMs = 0;
  private heldUntilMs = Infinity;
  private isHandedOver = false;
  private readonly renewal: NodeJS.Timeout;

  constructor(
    private readonly commands: LockCommands,
    private readonly macs: BatchMacs,
    private readonly request: string,
    private readonly held: Held,
  ) {
    this.renewal = setInterval(() => void this.renew(), held.leaseMs * RENEWED_EVERY).unref();
  }

  get rows(): readonly string[] {
    return this.held.rows;
  }

  get contended(): readonly string[] {
    return this.held.contended;
  }

  async collect(): Promise<readonly OfferedBatch[]> {
    const { queues, onError } = this.held;
    try {
      // Before the call: afterwards this process may have been paused.
      const startedAtMs = performance.now();
      const [heldMs, ...found] = await this.commands.collect(
        ...([queues, this.request, OTHERS_KEPT_MS, TOGETHER_MAX] as const),
      );
      this.heldUntilMs = startedAtMs + heldMs;
      this.othersUntilMs = startedAtMs + OTHERS_KEPT_MS;
      return Array.from({ length: found.length / 2 }, (_, at) =>
        this.opened(String(found[2 * at]), found[2 * at + 1]!),
      ).filter((batch) => batch !== null);
    } catch (err) {
      onError(err);
      return [];
    }
  }

  holdsOthers(): boolean {
    return performance.now() < Math.min(this.othersUntilMs, this.heldUntilMs);
  }

  tell(others: readonly OfferedBatch[], outcome: 'committed' | 'alone'): void {
    const told = others.map(({ request }) => ({
      request,
      confirmation: outcome === 'committed' ? this.macs.committed(request) : '',
    }));
    this.commands.tell(told).catch(this.held.onError);
  }

  /** Null for what its process did not hand over: that process commits it itself. */
  private opened(request: string, sealed: Buffer): OfferedBatch | null {
    const bytes = this.macs.open(request, sealed);
    if (bytes) return { request, batch: decodeWrites(bytes) };
    this.held.onForged(new Error(`The batch of ${request} has no valid MAC`));
    this.tell([{ request, batch: [] }], 'alone');
    return null;
  }

  handOver(others: readonly OfferedBatch[]): void {
    const { queues, leaseMs, onError } = this.held;
    this.isHandedOver = true;
    const applied = others.map(({ request }) => request);
    this.commands.handOver(queues, this.request, leaseMs, applied).catch(onError);
  }

  release(): void {
    clearInterval(this.renewal);
    const { queues, leaseMs, onError } = this.held;
    const ended = this.isHandedOver
      ? this.commands.end(this.request)
      : this.commands.release(queues, this.request, leaseMs);
    ended.catch(onError);
  }

  private async renew(): Promise<void> {
    const { leaseMs, onError } = this.held;
    // Before the call: afterwards this process may have been paused.
    const startedAtMs = performance.now();
    try {
      const isHeld = (await this.commands.renew(this.request, leaseMs)) === 1;
      if (isHeld) this.heldUntilMs = startedAtMs + leaseMs;
      else clearInterval(this.renewal);
    } catch (err) {
      onError(err);
    }
  }
}
