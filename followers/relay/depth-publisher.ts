/**
 * Publishes the depth of one book after its changes: only the newest state, at most one message per
 * 10 ms, the first one of a quiet book immediately. A book of many prices is published less often,
 * so that offers at many prices do not flood the bus to the gateways.
 */
import type { BookMessage } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import type { BookImage } from './book-image';

const PAUSE_MS = 10;
const LEVELS_PER_MS = 50;
const PAUSE_MAX_MS = 500;

export interface DepthSink {
  publish(message: BookMessage): Promise<void>;
  /** Whether this relay still holds the book's lease. */
  isHeld(): boolean;
  onError(err: unknown): void;
}

export class DepthPublisher {
  private timer: NodeJS.Timeout | undefined;
  private isSending = false;
  private sentAt = -Infinity;
  private pauseMs = PAUSE_MS;
  private sent: { readonly image: BookImage; readonly version: number } | null = null;

  constructor(
    private readonly book: BookId,
    private readonly sink: DepthSink,
    private readonly current: () => BookImage | null,
  ) {}

  /** Ensures that the newest version is published. */
  update(): void {
    if (this.timer || this.isSending || this.isTold) return;
    const waitMs = Math.max(0, Math.ceil(this.sentAt + this.pauseMs - performance.now()));
    this.timer = setTimeout(() => void this.send(), waitMs);
  }

  /** Publishes the unchanged depth again: messages may have been lost. */
  repeat(): void {
    this.sent = null;
    this.update();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.sent = null;
  }

  /** Whether the newest version is published. */
  get isTold(): boolean {
    const image = this.current();
    return !image || (this.sent?.image === image && this.sent.version === image.version);
  }

  /** A failed message is published with the next change or turn. */
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
      const { depth } = image;
      this.pauseMs = pauseAfter(depth);
      const message = { ...this.book, epoch, sequence: version, atMs, ...depth, trades };
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

function pauseAfter({ asks, bids }: BookImage['depth']): number {
  let levels = 0;
  for (const side of [asks, bids]) {
    for (const depth of Object.values(side ?? {})) levels += depth.length;
  }
  return Math.min(Math.max(PAUSE_MS, levels / LEVELS_PER_MS), PAUSE_MAX_MS);
}
