/**
 * Views of books for HTTP requests. They are public, so a request costs the engine one read of the
 * book's version, whatever the book's size: the view itself comes from the relay's messages. It is
 * read from the engine on first use, and while no relay reports the book.
 */
import { LRUCache } from 'lru-cache';
import { type BookId, bookName } from '../../domain/instruments';
import { fromRedis } from '../../exchange/books/redis-unavailable';
import type { BookReadDeps } from '../../exchange/books/current-read';
import type { BookHub, Subscription } from './book-hub';
import { type BookView, type ViewRegion, versionOf } from './book-view';
import { Snapshot } from './messages';

/** Beyond this the least recently used followed view is dropped. */
const VIEWS_MAX = 200;

interface ViewsDeps extends BookReadDeps {
  readonly hub: BookHub;
  readonly read: (book: BookId, region: ViewRegion) => Promise<BookView>;
}

export class BookViews {
  private readonly followed = new LRUCache<string, Promise<Subscription>>({
    max: VIEWS_MAX,
    dispose: (dropped, _key, reason) => {
      if (reason === 'evict') dropped.then((view) => view.end()).catch(() => undefined);
    },
  });

  constructor(private readonly deps: ViewsDeps) {}

  /** @throws Failure `service_unavailable` when Redis is unavailable or the book remains closed */
  async view(book: BookId, region: ViewRegion): Promise<Snapshot> {
    const { books, read } = this.deps;
    const version = await fromRedis(books.functions.redis, () => books.versionOf(book));
    // Closed, and rebuilt by the read; or a book without orders.
    if (version === null) return new Snapshot(book, region, await read(book, region));
    const subscription = await this.follow(book, region);
    return subscription.snapshotOf(versionOf(version));
  }

  private follow(book: BookId, region: ViewRegion): Promise<Subscription> {
    const key = `${bookName(book)}|${region}`;
    const known = this.followed.get(key);
    if (known) return known;
    const followed = this.deps.hub.subscribe(book, region);
    this.followed.set(key, followed);
    followed.catch(() => this.followed.peek(key) === followed && this.followed.delete(key));
    return followed;
  }
}
