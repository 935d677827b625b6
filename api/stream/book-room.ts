/**
 * One view in socket.io: its members that keep up, and those that receive a new snapshot when they
 * do.
 */
import type { Reader } from './book-feed';
import type { Subscription } from './book-hub';
import type { Update } from './messages';
import type { StreamMetrics } from './metrics';
import type { StreamServer, StreamSocket } from './socket-events';

/** Trades that may wait in this process for one member, after a single snapshot. */
const BUFFER_TRADES = 256;

const ROOM = { kind: 'room' } as const;

interface RoomDeps {
  readonly io: StreamServer;
  readonly metrics: StreamMetrics;
  readonly open: () => Promise<Subscription>;
  readonly onEmpty: () => void;
}

export class BookRoom implements Reader {
  private readonly members = new Map<string, StreamSocket>();
  /**
   * Members with unsent messages, and the number of trades that wait for them. The newest snapshot
   * follows when they are sent.
   */
  private readonly behind = new Map<string, number>();
  /** The members among them with too many waiting messages: they receive nothing until then. */
  private readonly lagging = new Set<string>();
  private opened: Promise<Subscription> | null = null;

  constructor(
    readonly name: string,
    private readonly deps: RoomDeps,
  ) {}

  /** Sends the member a snapshot, and later changes from now on. Again: another snapshot. */
  async join(socket: StreamSocket): Promise<void> {
    this.members.set(socket.id, socket);
    this.opened ??= this.deps.open().then((subscription) => {
      subscription.start(this);
      return subscription;
    });
    try {
      const subscription = await this.opened;
      await subscription.current();
      if (!this.members.has(socket.id)) return;
      void socket.join(this.name);
      socket.emit('orderbook_snapshot', subscription.snapshot().body);
      this.deps.metrics.snapshots.inc(ROOM);
    } catch (err) {
      this.leave(socket);
      throw err;
    }
  }

  leave(socket: StreamSocket): void {
    if (!this.members.delete(socket.id)) return;
    void socket.leave(this.name);
    this.behind.delete(socket.id);
    this.lagging.delete(socket.id);
    if (this.members.size > 0) return;
    this.opened?.then((subscription) => subscription.end()).catch(() => undefined);
    this.opened = null;
    this.deps.onEmpty();
  }

  deliver({ trades, snapshot }: Update): void {
    const { metrics } = this.deps;
    const busy = this.findBusy(trades.length, snapshot !== null);
    const keepingUp = this.audience(this.lagging);
    for (const { body } of trades) keepingUp.emit('trade', body);
    metrics.trades.inc(ROOM, trades.length * (this.members.size - this.lagging.size));
    if (!snapshot) return;
    this.audience(busy).emit('orderbook_snapshot', snapshot.body);
    metrics.snapshots.inc(ROOM, this.members.size - busy.size);
  }

  private audience(except: Iterable<string>) {
    return this.deps.io.local.to(this.name).except([...except]);
  }

  /** Finds the members that have not read their messages, including the lagging ones. */
  private findBusy(trades: number, hasSnapshot: boolean): Set<string> {
    const busy = new Set<string>(this.lagging);
    for (const [id, socket] of this.members) {
      if (socket.conn.transport.writable || this.lagging.has(id)) continue;
      busy.add(id);
      const waiting = (this.behind.get(id) ?? 0) + trades;
      if (waiting > BUFFER_TRADES) {
        this.lagging.add(id);
        this.deps.metrics.laggards.inc(ROOM);
      }
      if (!this.behind.has(id) && (hasSnapshot || waiting > 0)) this.tellWhenReady(socket);
      this.behind.set(id, waiting);
    }
    return busy;
  }

  private tellWhenReady(socket: StreamSocket): void {
    const { transport } = socket.conn;
    transport.once('ready', () => {
      if (this.members.get(socket.id) !== socket) return;
      // The messages that waited after the sent one go first.
      if (!transport.writable) return this.tellWhenReady(socket);
      this.behind.delete(socket.id);
      this.lagging.delete(socket.id);
      void this.opened?.then((subscription) => {
        socket.emit('orderbook_snapshot', subscription.snapshot().body);
        this.deps.metrics.snapshots.inc(ROOM);
      });
    });
  }
}
