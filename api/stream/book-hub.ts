/** The books with readers at this gateway, and the entry point of the relay's messages. */
import type { BookMessage } from '../../domain/book-message';
import { type BookId, bookName } from '../../domain/instruments';
import { fail } from '../../domain/errors';
import { BookFeed, type ReadView, type Reader } from './book-feed';
import { type Version, type ViewRegion, isNewer } from './book-view';
import type { Snapshot } from './messages';
import { Rounds } from './rounds';

/**
 * Books without any order that have readers here: their names are free, and each is kept and compared like
 * a book that exists.
 */
export const UNKNOWN_BOOKS_MAX = 1_000;
/** A lost message is detected within twice this time. */
const COMPARE_EVERY_MS = 2_500;

/** One reader's subscription to a view. */
export interface Subscription {
  /** From now on the reader receives changes after the returned snapshot. */
  start(reader: Reader): Snapshot;
  /** The newest book that is known here. */
  snapshot(): Snapshot;
  /** The book as it is in the engine now, or later. */
  current(): Promise<Snapshot>;
  /** The book at a version, or later. */
  snapshotOf(version: Version): Promise<Snapshot>;
  end(): void;
}

export interface HubDeps {
  readonly read: ReadView;
  /** The state of a book in the engine; inexpensive. */
  readonly readVersion: (book: BookId) => Promise<Version>;
  readonly onError: (err: unknown) => void;
}

interface FollowedBook {
  readonly feed: BookFeed;
  users: number;
  /** The engine's version at the last comparison. */
  engineVersion: Version | null;
}

export class BookHub {
  private readonly feeds = new Map<string, FollowedBook>();
  private readonly rounds: Rounds;
  private readonly comparing: NodeJS.Timeout;
  private comparison: Promise<void> | null = null;

  constructor(private readonly deps: HubDeps) {
    this.rounds = new Rounds(deps.onError);
    this.comparing = setInterval(() => {
      this.comparison ??= this.compare().finally(() => (this.comparison = null));
    }, COMPARE_EVERY_MS);
    this.comparing.unref();
  }

  readonly receive = (message: BookMessage): void => {
    const feed = this.feeds.get(bookName(message))?.feed;
    if (feed?.receive(message)) this.rounds.request(feed);
  };

  /**
   * Follows the book, then reads its state: never older than what an answer over HTTP has shown (DATA-4).
   * @throws Failure when it cannot be read now
   */
  async subscribe(book: BookId, region: ViewRegion): Promise<Subscription> {
    const followed = this.follow(book);
    const { feed } = followed;
    const view = feed.hold(region);
    let reader: Reader | null = null;
    let ended = false;
    const end = () => {
      if (ended) return;
      ended = true;
      if (reader) view.readers.delete(reader);
      feed.release(view);
      this.unfollow(followed);
    };
    const current = async () => feed.snapshotOf(view, await this.deps.readVersion(book));
    try {
      await feed.prepare(view);
      await current();
      this.limitUnknown(feed);
    } catch (err) {
      end();
      throw err;
    }
    return {
      start(joining) {
        reader = joining;
        if (!ended) view.readers.add(joining);
        return feed.snapshot(view);
      },
      snapshot: () => feed.snapshot(view),
      current,
      snapshotOf: (version) => feed.snapshotOf(view, version),
      end,
    };
  }

  /** Reads all books with readers again: messages may have been lost. */
  async refresh(): Promise<void> {
    await Promise.all([...this.feeds.values()].map(({ feed }) => this.refreshFeed(feed)));
  }

  close(): void {
    clearInterval(this.comparing);
  }

  /** @throws Failure `service_unavailable` */
  private limitUnknown(feed: BookFeed): void {
    if (!isUnknown(feed)) return;
    const unknown = [...this.feeds.values()].filter((followed) => isUnknown(followed.feed));
    if (unknown.length <= UNKNOWN_BOOKS_MAX) return;
    const message = 'Too many readers wait for books without orders. Retry in a moment.';
    throw fail('service_unavailable', { message });
  }

  private follow(book: BookId): FollowedBook {
    const name = bookName(book);
    const followed = this.feeds.get(name) ?? {
      feed: new BookFeed(book, this.deps.read),
      users: 0,
      engineVersion: null,
    };
    followed.users += 1;
    this.feeds.set(name, followed);
    return followed;
  }

  private unfollow(followed: FollowedBook): void {
    followed.users -= 1;
    if (followed.users === 0) this.feeds.delete(bookName(followed.feed.book));
  }

  /** Refreshes a book whose previous engine version has still not been reported. */
  private async compare(): Promise<void> {
    for (const followed of Array.from(this.feeds.values())) {
      const { feed, engineVersion } = followed;
      if (!feed.hasReaders) continue;
      try {
        const known = feed.version;
        const isBehind = known && engineVersion && isNewer(engineVersion, known);
        if (isBehind) await this.refreshFeed(feed);
        followed.engineVersion = await this.deps.readVersion(feed.book);
      } catch (err) {
        this.deps.onError(err);
      }
    }
  }

  private async refreshFeed(feed: BookFeed): Promise<void> {
    try {
      await feed.refresh();
      this.rounds.request(feed);
    } catch (err) {
      this.deps.onError(err);
    }
  }
}

/** Whether no order was ever placed in its book. */
function isUnknown({ version }: BookFeed): boolean {
  return version?.epoch === 0;
}
