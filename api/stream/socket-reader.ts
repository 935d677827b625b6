/**
 * One raw socket that reads a view.
 *
 * While the peer reads, messages are written immediately. When it does not, a second snapshot is
 * never queued: the newest one follows after the earlier writes are flushed. Trades are still sent
 * in order, up to a limit; beyond it the reader is lagging, receives nothing, and then a new
 * snapshot.
 */
import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import { type Version, isNewer } from './book-view';
import type { Reader } from './book-feed';
import type { Subscription } from './book-hub';
import type { Snapshot, Update } from './messages';
import type { StreamMetrics } from './metrics';

/**
 * Limit of the bytes that wait in this process for one peer, besides a single snapshot of any size.
 */
export const BUFFER_BYTES = 256 * 1_024;
export const BUFFER_MESSAGES = 256;
/** The peer's frames between two heartbeats: pings, pongs, and ignored ones. */
const FRAMES_PER_BEAT = 5_000;

const RAW = { kind: 'raw' } as const;

export class SocketReader implements Reader {
  private sent: Version | null = null;
  private isLagging = false;
  private isSnapshotDue = false;
  /** Messages that the kernel has not accepted yet. */
  private unwritten = 0;
  /** Since the last heartbeat. */
  private frames = 0;
  private hasAnswered = true;
  private hasWritten = true;

  constructor(
    private readonly socket: WebSocket,
    /** The connection below the WebSocket: shared frames are written to it directly. */
    private readonly wire: Duplex,
    private readonly subscription: Subscription,
    private readonly metrics: StreamMetrics,
  ) {
    socket.on('message', this.heard);
    socket.on('ping', (data) => {
      this.heard();
      // Unread pongs would accumulate; answering the peer's latest ping is sufficient.
      if (!this.hasCapacity(data.length)) return;
      this.unwritten += 1;
      this.socket.pong(data, false, this.afterMessage);
    });
    socket.on('pong', () => {
      this.heard();
      this.hasAnswered = true;
    });
  }

  /** Sends the first snapshot, and later changes from now on. */
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

  /**
   * Pings the peer, and closes a connection that was silent, stalled or flooding since the last
   * heartbeat.
   */
  beat(): void {
    const isStalled = this.socket.bufferedAmount > 0 && !this.hasWritten;
    if (this.frames > FRAMES_PER_BEAT) return this.drop('flooding');
    if (!this.hasAnswered) return this.drop('silent');
    if (isStalled) return this.drop('stalled');
    this.frames = 0;
    this.hasAnswered = false;
    this.hasWritten = false;
    this.unwritten += 1;
    this.socket.ping(undefined, false, this.afterMessage);
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
    for (const { frame } of trades) {
      if (!this.hasCapacity(frame.length)) {
        this.isLagging = true;
        this.isSnapshotDue = true;
        this.metrics.laggards.inc(RAW);
        return;
      }
      this.write(frame);
      this.metrics.trades.inc(RAW);
    }
  }

  private send(snapshot: Snapshot): void {
    this.sent = snapshot.version;
    this.isSnapshotDue = false;
    this.isLagging = false;
    this.write(snapshot.frame);
    this.metrics.snapshots.inc(RAW);
  }

  private write(frame: Buffer): void {
    this.unwritten += 1;
    this.wire.write(frame, this.afterMessage);
  }

  private hasCapacity(bytes: number): boolean {
    const buffered = this.socket.bufferedAmount;
    if (buffered === 0) return true;
    return buffered + bytes <= BUFFER_BYTES && this.unwritten < BUFFER_MESSAGES;
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
