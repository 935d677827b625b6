/**
 * A command that is larger than the buffer of its socket waits until the socket drains. When the
 * driver closes the connection meanwhile (mongodb 7.5.0), because a member is silent or a pool is
 * cleared, it destroys the socket without an error, and nothing ends that wait: the command, and
 * whatever waits for it, would never end. When the socket breaks by itself, the wait ends with an error
 * of the system, which the driver does not take for one of the network.
 *
 * Here whoever waits for a socket hears why its connection was closed.
 */
import type { EventEmitter } from 'node:events';
import type { mongo } from 'mongoose';

/** The parts of the driver's class that are used; they are not public. */
interface DriverConnection {
  readonly closed: boolean;
  readonly socket: EventEmitter;
  cleanup(reason: Error): void;
}

interface DriverTopology {
  readonly s: {
    readonly servers: ReadonlyMap<
      string,
      {
        readonly pool: {
          readonly options: { readonly connectionType: { readonly prototype: DriverConnection } };
        };
      }
    >;
  };
}

const mended = new WeakSet<DriverConnection>();

/** @param client which is connected */
export function endWaitsForBrokenSockets(client: mongo.MongoClient): void {
  const { topology } = client as unknown as { readonly topology: DriverTopology };
  for (const { pool } of topology.s.servers.values()) {
    const { prototype } = pool.options.connectionType;
    if (mended.has(prototype)) continue;
    mended.add(prototype);
    const { cleanup } = prototype;
    prototype.cleanup = function (this: DriverConnection, reason) {
      if (this.closed) return;
      cleanup.call(this, reason);
      // The driver listens too, and ignores errors of a closed connection.
      this.socket.emit('error', reason);
    };
  }
}
