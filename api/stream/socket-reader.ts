/**
 * One raw socket that reads a view.
 *
 * While the peer reads, everything is written at once. When it does not, no second snapshot is ever
 * queued: the newest one follows when what was written is gone. Trades still go in their order, up
 * to a bound; beyond it the reader is a laggard, gets nothing at all, and then one fresh snapshot.
 */
import type { Duplex } from 'node:stream';
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
  /** Messages that the kernel has not taken yet. */
  private unwritten = 0;
  /** Since the last heartbeat. */
  private frames = 0;
  private hasAnswered = true;
  private hasWritten = true;

  constructor(
    private readonly socket: WebSocket,
    /** Under the WebSocket: frames that are the same for all are written there as they are. */
    private readonly wire: Duplex,
    private readonly subscription: Subscription,
    private readonly metrics: StreamMetrics,
  ) {
    socket.on('message', this.heard);
    socket.on('ping', (data) => {
      this.heard();
      // Unread pongs would pile up; a peer may be answered its latest ping only.
      if (!this.hasCapacity(data.length)) return;
      this.unwritten += 1;
      this.socket.pong(data, false, this.afterMessage);
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
