/** A lock that a process holds, and the batches of other processes that it commits with its own. */
import { decodeWrites } from '../../records/ledger/encode-writes';
import type { OfferedBatch, RowLock } from '../../records/ledger/row-locks';
import type { LockCommands } from './lock-commands';

/** Batches of other processes in one transaction, at most. */
const TOGETHER_MAX = 16;

interface Held {
  readonly rows: readonly string[];
  readonly contended: readonly string[];
  readonly queues: readonly string[];
  readonly leaseMs: number;
  readonly onError: (err: unknown) => void;
}

export class HeldLock implements RowLock {
  private othersUntilMs = 0;

  constructor(
    private readonly commands: LockCommands,
    private readonly request: string,
    private readonly held: Held,
  ) {}

  get rows(): readonly string[] {
    return this.held.rows;
  }

  get contended(): readonly string[] {
    return this.held.contended;
  }

  async collect(): Promise<readonly OfferedBatch[]> {
    const { queues, leaseMs, onError } = this.held;
    try {
      // Before the call: afterwards this process may have been paused.
      const startedAtMs = performance.now();
      const [heldMs, ...found] = await this.commands.collect(
        ...([queues, this.request, leaseMs, TOGETHER_MAX] as const),
      );
      this.othersUntilMs = startedAtMs + heldMs;
      return Array.from({ length: found.length / 2 }, (_, at) => ({
        request: String(found[2 * at]),
        batch: decodeWrites(found[2 * at + 1]!),
      }));
    } catch (err) {
      onError(err);
      return [];
    }
  }

  holdsOthers(): boolean {
    return performance.now() < this.othersUntilMs;
  }

  tell(others: readonly OfferedBatch[], outcome: 'committed' | 'alone'): void {
    const requests = others.map(({ request }) => request);
    this.commands.tell(outcome, requests).catch(this.held.onError);
  }

  release(): void {
    const { queues, leaseMs, onError } = this.held;
    this.commands.release(queues, this.request, leaseMs).catch(onError);
  }
}
