/**
 * The namespace `/catalog` of socket.io: sends those who have read the list of the instruments what
 * has changed in it. All readers of a gateway share the messages, and nothing is read without them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { CatalogBody } from '../schemas/market-data';
import { CatalogChanges } from './catalog-changes';
import { type Fields, buildMessage } from './declared-messages';
import type { StreamMetrics } from './metrics';
import type { StreamServer, StreamSocket } from './socket-events';

const CATALOG_NAMESPACE = '/catalog';
/** Those who know from when on they hear of changes. */
const ROOM = 'readers';

const EVERY_MS = 2_000;
/** What a reader receives in the mean, at most. */
const BYTES_PER_SECOND = 3_000;

export interface CatalogRoomDeps {
  readonly metrics: StreamMetrics;
  /** The list as it is now, or was a moment ago: how often it is made is its own matter. */
  readonly read: () => Promise<CatalogBody>;
  readonly onError: (err: unknown) => void;
}

export class CatalogRoom {
  private readonly sockets = new Set<StreamSocket>();
  /** Readers that had not read the last message when the next one was sent. */
  private readonly behind = new Set<StreamSocket>();
  private isRunning = false;
  private told: { readonly changes: CatalogChanges; asOf: string } | null = null;

  constructor(
    private readonly io: StreamServer,
    private readonly deps: CatalogRoomDeps,
  ) {
    io.of(CATALOG_NAMESPACE).on('connection', (socket) => this.serve(socket));
  }

  close(): void {
    this.sockets.clear();
    this.leave();
  }

  private serve(socket: StreamSocket): void {
    const connections = this.deps.metrics.connections;
    this.sockets.add(socket);
    connections.inc({ kind: 'catalog' });
    socket.once('disconnect', () => {
      connections.dec({ kind: 'catalog' });
      this.sockets.delete(socket);
      this.behind.delete(socket);
    });
    if (this.told) this.admit(socket, this.told.asOf);
    if (!this.isRunning) void this.run();
  }

  private admit(socket: StreamSocket, asOf: string): void {
    void socket.join(ROOM);
    socket.emit('catalog_changed', messageOf({ as_of: asOf, instruments: [] }));
  }

  /** A reader that hears nothing must know it, and read for itself. */
  private leave(): void {
    this.told = null;
    this.io.of(CATALOG_NAMESPACE).local.disconnectSockets(true);
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.sockets.size > 0) {
      const restMs = await this.round().catch((err: unknown) => {
        this.deps.onError(err);
        this.leave();
        return EVERY_MS;
      });
      await delay(restMs, undefined, { ref: false });
    }
    this.told = null;
    this.isRunning = false;
  }

  /** @returns the pause after it */
  private async round(): Promise<number> {
    const list = await this.deps.read();
    const bytes = this.told ? this.tell(list) : this.begin(list);
    return Math.max(EVERY_MS, (bytes / BYTES_PER_SECOND) * 1_000);
  }

  private begin(list: CatalogBody): number {
    this.told = { changes: new CatalogChanges(list), asOf: list.as_of };
    for (const socket of this.sockets) this.admit(socket, list.as_of);
    return 0;
  }

  private tell(list: CatalogBody): number {
    const { as_of } = list;
    const instruments = this.told!.changes.in(list);
    this.told!.asOf = as_of;
    const back = [...this.behind].filter(isWritable);
    for (const socket of back) {
      this.behind.delete(socket);
      socket.emit('catalog_changed', messageOf({ as_of, instruments, missed: true }));
    }
    if (instruments.length === 0) return 0;
    const others = [...this.sockets].filter((socket) => !back.includes(socket));
    for (const socket of others) if (!isWritable(socket)) this.behind.add(socket);
    const message = messageOf({ as_of, instruments });
    const except = [...back, ...this.behind].map(({ id }) => id);
    this.io.of(CATALOG_NAMESPACE).local.to(ROOM).except(except).emit('catalog_changed', message);
    return JSON.stringify(message).length;
  }
}

/** Whether it has sent what it was given. */
function isWritable({ conn }: StreamSocket): boolean {
  return conn.transport.writable;
}

function messageOf(fields: Fields<'catalog_changed'>) {
  return buildMessage('catalog_changed', fields);
}
