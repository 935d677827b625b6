/**
 * Counts refusals in memory and adds them to the records now and then, so that none costs a write. A
 * gateway that is killed loses the counts of its last seconds.
 */
import type { ErrorCode } from '../../domain/errors';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

const WRITTEN_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;

interface Counted {
  readonly hour: Date;
  readonly surface: string;
  readonly code: ErrorCode;
  count: number;
}

export class RefusalCounts {
  private readonly counts = new Map<string, Counted>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly records: Pick<Records, 'refusalCounts'>) {}

  note(surface: string, code: ErrorCode): void {
    const now = Date.now();
    const hour = new Date(now - (now % HOUR_MS));
    this.add(`${hour.toISOString()} ${surface} ${code}`, { hour, surface, code, count: 1 });
  }

  /** Writes the rest. */
  async end(): Promise<void> {
    await this.write();
    clearTimeout(this.timer ?? undefined);
  }

  private add(id: string, counted: Counted): void {
    const known = this.counts.get(id);
    if (known) known.count += counted.count;
    else this.counts.set(id, counted);
    this.timer ??= setTimeout(() => void this.write(), WRITTEN_EVERY_MS).unref();
  }

  /** What could not be written is written with what comes after it. */
  private async write(): Promise<void> {
    this.timer = null;
    const taken = [...this.counts];
    this.counts.clear();
    if (taken.length === 0) return;
    const writes = taken.map(([_id, { count, ...rest }]) => ({
      updateOne: {
        filter: { _id },
        update: { $inc: { count: asDouble(count) }, $setOnInsert: rest },
        upsert: true,
      },
    }));
    await writable(this.records.refusalCounts)
      .bulkWrite(writes, { ordered: false })
      .catch(() => taken.forEach(([id, counted]) => this.add(id, counted)));
  }
}
