/**
 * Reads by id that go together: what is asked for while a read is under way goes in the next one, so
 * that a process makes as many reads as MongoDB answers, however many requests wait for them. Each
 * read begins after it was asked for, so nobody is given what he could not have read himself.
 */
const IDS_MAX = 500;

interface Waiter<Found> {
  readonly id: string;
  readonly resolve: (found: Found | null) => void;
  readonly reject: (reason: unknown) => void;
}

export class GatheredReads<Found extends { readonly _id: string }> {
  private waiting: Waiter<Found>[] = [];
  private isReading = false;

  /** @param readAll finds those that exist, in any order */
  constructor(private readonly readAll: (ids: readonly string[]) => Promise<readonly Found[]>) {}

  /** Null when there is none. */
  read(id: string): Promise<Found | null> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ id, resolve, reject });
      if (!this.isReading) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.isReading = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, IDS_MAX);
      try {
        const found = await this.readAll([...new Set(batch.map(({ id }) => id))]);
        const byId = new Map(found.map((one) => [one._id, one]));
        for (const { id, resolve } of batch) resolve(byId.get(id) ?? null);
      } catch (err) {
        for (const { reject } of batch) reject(err);
      }
    }
    this.isReading = false;
  }
}
