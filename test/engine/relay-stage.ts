/** A relay on a book of its own, with the store behind it, turn by turn. */
import { headKey } from '../../engine/keys';
import { BookRelay } from '../../followers/relay/book-relay';
import { openJournalReader, type JournalReader } from '../../followers/relay/journal-reader';
import { Store } from './relay-store';
import { World } from './world';

/** How long the book keeps a reservation that the store does not know. */
export const RESERVATION_LEASE_MS = 30_000;
const LEASE_MS = 20_000;

export class RelayStage {
  readonly store: Store;
  readonly failures: unknown[] = [];
  /** How often something urgent was reported. */
  urgent = 0;
  relay: BookRelay;
  private readonly readers: JournalReader[] = [];

  private constructor(readonly world: World) {
    this.store = new Store(world);
    this.relay = this.newRelay('first');
  }

  static async open(): Promise<RelayStage> {
    const world = await World.start();
    await world.open();
    return new RelayStage(world);
  }

  newRelay(holder: string): BookRelay {
    const { world, store } = this;
    const reader = openJournalReader(world.redis, (err) => this.failures.push(err));
    this.readers.push(reader);
    const settings = {
      holder,
      leaseMs: LEASE_MS,
      reservationLeaseMs: RESERVATION_LEASE_MS,
      saveEveryMs: 0,
    };
    return new BookRelay(world.books, world.book, store, settings, reader, {
      onUrgent: () => (this.urgent += 1),
      onEvents: () => undefined,
      onError: (err) => this.failures.push(err),
    });
  }

  /** The relay dies where it is: its lease runs out and another one begins from the store. */
  async succeed(): Promise<void> {
    await this.world.redis.del(`${headKey(this.world.book)}:lease`);
    this.relay = this.newRelay('second');
  }

  async stop(): Promise<void> {
    await this.relay.stop();
    await Promise.all(this.readers.map((reader) => reader.stop()));
    await this.world.stop();
  }
}
