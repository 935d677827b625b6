/**
 * The current state of a book: its image, updated from the journal as it grows, and its published
 * depth. Nothing here waits for MongoDB.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { epochKeys } from '../../engine/keys';
import type { BookEvent, BookEventKind } from '../../engine/layouts';
import type { BookImage } from './book-image';
import { DepthPublisher, type DepthSink } from './depth-publisher';
import type { JournalCursor } from './follower';
import type { JournalReader } from './journal-reader';
import { loadImage } from './load-image';

/** Events that other parts must receive immediately. */
const URGENT: readonly BookEventKind[] = ['bought', 'sold', 'expired'];

export interface LiveBookHooks {
  /** An event requires the next turn soon. */
  onUrgent(): void;
  /** An event requires work in the next turn. */
  onEvents(): void;
}

export class LiveBook {
  private current: BookImage | null = null;
  private unsubscribe: (() => void) | null = null;
  private readonly publisher: DepthPublisher;

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly reader: JournalReader,
    private readonly sink: DepthSink,
    private readonly hooks: LiveBookHooks,
  ) {
    this.publisher = new DepthPublisher(book, sink, () => this.current);
  }

  /** Null while the book is not followed. */
  get image(): BookImage | null {
    return this.current;
  }

  /** How far the image has read this epoch; null while it does not follow it. */
  placeIn(epoch: number): JournalCursor | null {
    return this.current?.epoch === epoch ? this.current.place : null;
  }

  /** @returns false when the image has read another event at this place of its journal */
  confirm(read: JournalCursor): boolean {
    return this.current?.epoch !== read.epoch || this.current.confirm(read);
  }

  /**
   * Whether Redis has lost a whole index of the book, as when it evicts keys: it then hides orders.
   * Without the owners of sellers it would match those of one owner.
   * @param newest the last event when the indexes were counted
   */
  lacksIndex(newest: JournalCursor, indexes: number): boolean {
    const { current } = this;
    if (current?.epoch !== newest.epoch || current.version !== newest.version) return false;
    return current.indexes !== indexes;
  }

  /** Whether the newest version of the depth is published. */
  get isPublished(): boolean {
    return this.publisher.isTold;
  }

  /** Follows this epoch of the book, and publishes unpublished changes. */
  async follow(epoch: number): Promise<void> {
    if (this.current?.epoch !== epoch) await this.open();
    this.publisher.update();
  }

  /** Publishes the depth again: receivers may have missed a message. */
  repeat(): void {
    if (this.current) this.publisher.repeat();
  }

  close(): void {
    this.unsubscribe?.();
    this.unsubscribe = null;
    this.current = null;
    this.publisher.stop();
  }

  private async open(): Promise<void> {
    this.close();
    const image = await loadImage(this.books, this.book);
    if (!image) return;
    this.current = image;
    const { epoch, version } = image;
    this.unsubscribe = this.reader.subscribe({
      key: epochKeys(this.book, epoch).events,
      from: { epoch, version },
      deliver: (events) => this.take(image, events),
    });
  }

  /** The next turn loads the book again. */
  private closeForNow(): void {
    this.close();
    this.hooks.onEvents();
  }

  private take(image: BookImage, events: readonly BookEvent[]): void {
    try {
      if (!events.every((event) => image.fold(event))) return this.closeForNow();
    } catch (err) {
      this.closeForNow();
      return this.sink.onError(err);
    }
    this.publisher.update();
    if (events.some(({ kind }) => URGENT.includes(kind))) this.hooks.onUrgent();
    else this.hooks.onEvents();
  }
}
