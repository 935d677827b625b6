/**
 * One raw socket that reads a view.
 *
 * While the peer reads, everything is written at once. When it does not, no second snapshot is ever
 * queued: the newest one follows when what was written is gone. Trades still go in their order, up
 * to a bound; beyond it the reader is a laggard, gets nothing at all, and then one fresh snapshot.
 */
import { WebSocket } from 'ws';
import { type Version, isNewer } from './book-view';
import type { Reader } from './book-feed';
import type { Subscription } from './book-hub';
import type { Snapshot, Update } from './messages';
import type { StreamMetrics } from './metrics';

/** What may wait in this process for one peer, beside a single snapshot of any size. */
export const BUFFER_BYTES = 256 * 1_024;
export const BUFFER_MESSAGES = 256;
/** Frames of the peer's between two heartbeats: pings, pongs, and what is ignored. */
const FRAMES_PER_BEAT = 5_000;

const RAW = { kind: 'raw' } as const;

export class SocketReader implements Reader {
  private sent: Version | null = null;
  private isLagging = false;
  private isSnapshotDue = false;
  private unwritten = 0;
  /** Since the last heartbeat. */
  private frames = 0;
  private hasAnswered = true;
  private hasWritten = true;

  constructor(
    private readonly socket: WebSocket,
    private readonly subscription: Subscription,
    private readonly metrics: StreamMetrics,
  ) {
    socket.on('message', this.heard);
    socket.on('ping', (data) => {
      this.heard();
      // Unread pongs would pile up; a peer may be answered its latest ping only.
      if (this.hasRoom(data.length)) this.socket.pong(data, false, this.written(1));
    });
    socket.on('pong', () => {
      this.heard();
      this.hasAnswered = true;
    });
  }

  /** Sends the first snapshot, and from now on what comes after it. */
  start(): void {
    this.send(this.subscription.start(this));
  }

  deliver({ trades, snapshot }: Update): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    if (!this.isLagging) this.sendTrades(trades);
    if (snapshot && (!this.sent || isNewer(snapshot.version, this.sent))) {
      if (this.socket.bufferedAmount > 0) this.isSnapshotDue = true;
      else this.send(snapshot);
    }
  }

  /** Pings the peer, and cuts it off when it has been silent, stalled or noisy since the last time. */
  beat(): void {
    const isStalled = this.socket.bufferedAmount > 0 && !this.hasWritten;
    if (this.frames > FRAMES_PER_BEAT) return this.drop('flooding');
    if (!this.hasAnswered) return this.drop('silent');
    if (isStalled) return this.drop('stalled');
    this.frames = 0;
    this.hasAnswered = false;
    this.hasWritten = false;
    this.socket.ping(undefined, false, this.written(1));
  }

  private readonly heard = (): void => {
    this.frames += 1;
    if (this.frames > FRAMES_PER_BEAT) this.drop('flooding');
  };

  private drop(reason: 'flooding' | 'silent' | 'stalled'): void {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    this.metrics.dropped.inc({ reason });
    this.socket.terminate();
  }

  private sendTrades(trades: Update['trades']): void {
    for (const { text } of trades) {
      if (!this.hasRoom(text.length)) {
        this.isLagging = true;
        this.isSnapshotDue = true;
        this.metrics.laggards.inc(RAW);
        return;
      }
      this.write(text);
      this.metrics.trades.inc(RAW);
    }
  }

  private send(snapshot: Snapshot): void {
    this.sent = snapshot.version;
    this.isSnapshotDue = false;
    this.isLagging = false;
    this.write(snapshot.text);
    this.metrics.snapshots.inc(RAW);
  }

  private write(text: Buffer): void {
    this.unwritten += 1;
    this.socket.send(text, { binary: false }, this.afterMessage);
  }

  private hasRoom(bytes: number): boolean {
    const buffered = this.socket.bufferedAmount;
    if (buffered === 0) return true;
    return buffered + bytes <= BUFFER_BYTES && this.unwritten < BUFFER_MESSAGES;
  }

  /** Counts what the kernel has not taken yet. */
  private written(messages: number): () => void {
    this.unwritten += messages;
    return this.afterMessage;
  }

  private readonly afterMessage = (err?: Error | null): void => {
    this.unwritten -= 1;
    if (err || this.socket.readyState !== WebSocket.OPEN) return;
    this.hasWritten = true;
    if (this.isSnapshotDue && this.socket.bufferedAmount === 0) {
      this.send(this.subscription.snapshot());
    }
  };
}
