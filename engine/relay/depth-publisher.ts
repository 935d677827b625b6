/**
 * Tells the depth of one book after its changes: the newest state counts, at most one message in
 * 10 ms, the first one of a quiet book at once.
 */
import type { BookMessage } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import type { BookImage } from './book-image';

const PAUSE_MS = 10;

export interface DepthSink {
  publish(message: BookMessage): Promise<void>;
  /** Whether this relay still acts for the book. */
  isHeld(): boolean;
  onError(err: unknown): void;
}

export class DepthPublisher {
  private timer: NodeJS.Timeout | undefined;
  private isSending = false;
  private sentAt = -Infinity;
  private sent: { readonly image: BookImage; readonly version: number } | null = null;

  constructor(
    private readonly book: BookId,
    private readonly sink: DepthSink,
    private readonly current: () => BookImage | null,
  ) {}

  /** Sees to it that the newest version is told, if it was not. */
  update(): void {
    if (this.timer || this.isSending || this.isTold()) return;
    const waitMs = Math.max(0, Math.ceil(this.sentAt + PAUSE_MS - performance.now()));
    this.timer = setTimeout(() => void this.send(), waitMs);
  }

  /** Tells the depth again, though nothing has changed: messages may have been lost. */
  repeat(): void {
    this.sent = null;
    this.update();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sent = null;
  }

  private isTold(): boolean {
    const image = this.current();
    return !image || (this.sent?.image === image && this.sent.version === image.version);
  }

  /** What fails is told with the next change or the next turn. */
  private async send(): Promise<void> {
    this.timer = undefined;
    const image = this.current();
    if (!image || !this.sink.isHeld()) return;
    this.isSending = true;
    this.sentAt = performance.now();
    const { epoch, version } = image;
    try {
      const trades: BookMessage['trades'] = [];
      const atMs = Date.now();
      const message = { ...this.book, epoch, sequence: version, atMs, ...image.depth, trades };
      await this.sink.publish(message);
      this.sent = { image, version };
    } catch (err) {
      this.sink.onError(err);
      return;
    } finally {
      this.isSending = false;
    }
    this.update();
  }
}
