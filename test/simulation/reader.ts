/** A reader of the public stream at a gateway: what it was sent of one book, and when it began. */
import { BookHub } from '../../api/stream/book-hub';
import { type Version, versionOf } from '../../api/stream/book-view';
import type { Snapshot, Update } from '../../api/stream/messages';
import { readView } from '../../api/market/order-book';
import type { BookId } from '../../domain/instruments';
import type { Stores } from '../../processes/parts';
import type { Actor } from './actors';
import type { SimulatedBus } from './bus';
import { wait } from './temporal-values';

const AGAIN_AFTER_MS = 500;

export class StreamReader {
  /** Null until it has subscribed. */
  sinceMs: number | null = null;
  readonly tradeIds: string[] = [];
  readonly versions: Version[] = [];
  private current: (() => Snapshot) | null = null;
  private readonly hub: BookHub;

  constructor(
    readonly actor: Actor,
    private readonly book: BookId,
    stores: Stores,
    bus: SimulatedBus,
  ) {
    this.hub = new BookHub({
      read: (name, region) => readView(stores, name, region),
      readVersion: async (name) => versionOf(await stores.books.versionOf(name)),
      onError: () => undefined,
    });
    bus.subscribe(actor, this.hub.receive);
  }

  /** The book as it was sent last; null before that. */
  get shown(): Snapshot | null {
    return this.current?.() ?? null;
  }

  async start(): Promise<void> {
    for (;;) {
      try {
        const { start, snapshot } = await this.hub.subscribe(this.book, 'any');
        this.sinceMs = Date.now();
        this.versions.push(start({ deliver: (update) => this.take(update) }).version);
        this.current = snapshot;
        return;
      } catch {
        await wait(AGAIN_AFTER_MS);
      }
    }
  }

  private take({ trades, snapshot }: Update): void {
    this.tradeIds.push(...trades.map(({ body }) => body.id));
    if (snapshot) this.versions.push(snapshot.version);
  }
}
