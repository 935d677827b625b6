/** The books that somebody reads at this gateway, and the way in for what the relay tells of them. */
import type { BookMessage } from '../../domain/book-message';
import { type BookId, bookName } from '../../domain/instruments';
import { BookFeed, type ReadView, type Reader } from './book-feed';
import { type Version, type ViewRegion, isNewer } from './book-view';
import type { Snapshot } from './messages';
import { Rounds } from './rounds';

/** A message that was lost on its way is missed by nobody for longer than twice this. */
const COMPARE_EVERY_MS = 2_500;

/** One reader's hold on one view. */
export interface Subscription {
  /** From now on the reader is told what is later than the snapshot answered here. */
  start(reader: Reader): Snapshot;
  /** The book as it stands. */
  snapshot(): Snapshot;
  /** The book as it stood at a version, or later. */
  snapshotOf(version: Version): Promise<Snapshot>;
  end(): void;
}

export interface HubDeps {
  readonly read: ReadView;
  /** The state of a book in the engine, cheaply. */
  readonly readVersion: (book: BookId) => Promise<Version>;
  readonly onError: (err: unknown) => void;
}

interface FollowedBook {
  readonly feed: BookFeed;
  users: number;
  /** What the engine said at the last comparison. */
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

  /** Follows the book, then makes its state known. @throws Failure when it cannot be read now */
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
    try {
      await feed.prepare(view);
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
      snapshotOf: (version) => feed.snapshotOf(view, version),
      end,
    };
  }

  /** Reads all books again that have readers: messages may have been lost. */
  async refresh(): Promise<void> {
    await Promise.all([...this.feeds.values()].map(({ feed }) => this.refreshFeed(feed)));
  }

  close(): void {
    clearInterval(this.comparing);
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

  /** A book is refreshed when what the engine said last time has still not been told. */
  private async compare(): Promise<void> {
    for (const followed of [...this.feeds.values()]) {
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
