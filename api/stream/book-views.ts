/**
 * Views of books for plain requests. Everybody may ask for them, so a request costs the engine one
 * look at the book's version, however large the book is: the view itself is what the relay has told
 * of the book. It is read from the engine when it is first asked for, and while no relay tells of it.
 */
import { type BookId, bookName } from '../../domain/instruments';
import { fromRedis } from '../../exchange/redis-unavailable';
import type { VouchDeps } from '../../exchange/books/vouched-read';
import type { BookHub, Subscription } from './book-hub';
import { type BookView, type ViewRegion, versionOf } from './book-view';
import { Snapshot } from './messages';

/** Views that are followed; of more the one that was not asked for the longest is left. */
const VIEWS_MAX = 200;

interface ViewsDeps extends VouchDeps {
  readonly hub: BookHub;
  readonly read: (book: BookId, region: ViewRegion) => Promise<BookView>;
}

export class BookViews {
  private readonly followed = new Map<string, Promise<Subscription>>();

  constructor(private readonly deps: ViewsDeps) {}

  /** @throws Failure `service_unavailable` when Redis is unavailable, or the book stays closed */
  async view(book: BookId, region: ViewRegion): Promise<Snapshot> {
    const { books, read } = this.deps;
    const version = await fromRedis(books.functions.redis, () => books.versionOf(book));
    // Closed, and built anew by the reading; or nobody ever rested an order in it.
    if (version === null) return new Snapshot(book, region, await read(book, region));
    const subscription = await this.follow(book, region);
    return subscription.snapshotOf(versionOf(version));
  }

  private follow(book: BookId, region: ViewRegion): Promise<Subscription> {
    const key = `${bookName(book)}|${region}`;
    const followed = this.followed.get(key) ?? this.deps.hub.subscribe(book, region);
    this.followed.delete(key);
    this.followed.set(key, followed);
    followed.catch(() => this.followed.delete(key));
    const [oldest] = this.followed;
    if (oldest && this.followed.size > VIEWS_MAX) {
      this.followed.delete(oldest[0]);
      oldest[1].then((subscription) => subscription.end()).catch(() => undefined);
    }
    return followed;
  }
}
