/**
 * Batches reads by id: requests that arrive during a read share the next one, so that the number of
 * reads does not grow with the number of requests. Each read starts after its request, so that
 * every caller sees at least the state at its request.
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

  /** @param readAll returns the existing documents, in any order */
  constructor(private readonly readAll: (ids: readonly string[]) => Promise<readonly Found[]>) {}

  /** Null when it does not exist. */
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
