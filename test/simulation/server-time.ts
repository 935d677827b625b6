/**
 * The clock of MongoDB at the time of the simulation. The server's own clock goes on while the time
 * of a simulation stands still, and falls behind when it jumps: `$$NOW` is replaced in every command
 * that the driver sends.
 */
import type { mongo } from 'mongoose';
import { serverTime } from './actors';

type Sent = (database: string, command: object, options: object) => unknown;

/** The parts of the driver's class that are used; they are not public. */
interface DriverConnection {
  prepareCommand: Sent;
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

/**
 * @param client which is connected
 * @returns ends it: test files of one worker share the driver's classes
 */
export function followClock(client: mongo.MongoClient): () => void {
  const { topology } = client as unknown as { readonly topology: DriverTopology };
  const pools = [...topology.s.servers.values()].map(({ pool }) => pool);
  const prototypes = new Set(pools.map(({ options }) => options.connectionType.prototype));
  const sent = [...prototypes].map((prototype) => ({ prototype, send: prototype.prepareCommand }));
  for (const { prototype, send } of sent) {
    prototype.prepareCommand = function (this: DriverConnection, database, command, options) {
      return send.call(this, database, atVirtualTime(command) as object, options);
    };
  }
  return () => {
    for (const { prototype, send } of sent) prototype.prepareCommand = send;
  };
}

function atVirtualTime(value: unknown): unknown {
  if (value === '$$NOW') return serverTime();
  if (Array.isArray(value)) return value.map(atVirtualTime);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, atVirtualTime(part)]));
}

function isPlain(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
