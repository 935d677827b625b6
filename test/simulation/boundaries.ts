/** The connections of a process to MongoDB and Redis, each of whose calls is an effect. */
import { mongo } from 'mongoose';
import type { RedisClient } from '../../engine/connect-redis';
import type { WritableRecords } from '../../records/connect';
import { serverTime } from './actors';
import { SimulatedStream, type Streams } from './change-stream';
import type { Changes } from './changes';
import { JournalConnection } from './journal-connection';
import { mongoLost, redisLost } from './lost';
import { simulatedScript } from './redis-process';
import { RedisTime } from './redis-time';
import type { Scheduler } from './scheduler';

type Method = (...args: unknown[]) => unknown;
type Call<Answer = unknown> = () => Promise<Answer>;

/** Do not call the server. */
const LOCAL = new Set(['on', 'once', 'off', 'disconnect']);
const CURSOR_READS = new Set(['toArray', 'next', 'hasNext', 'tryNext']);

/** By MongoDB's clock. */
const CLOCK = 'records.ledger.capacity.now';
/** What changes nothing that streams of changes tell of: beats, and commands that only read. */
const QUIET_IN_MONGODB =
  /^records\.(gateways|followers|books)\.|\.(find|aggregate|watch)\.|\.(findOne|countDocuments|distinct|now)$/;
/** What every process reads several times a second: the processes that beat, and whose orders are unrecorded. */
const BEATING = 'records.gateways.';
const BEATING_READ = 'records.gateways.find.toArray';
const UNRECORDED_READ = 'records.orders.distinct';
/** Journals are written by functions of the engine. */
const LOUD_IN_REDIS = /^redis\.FCALL (?!lease_)/;

/** The way of the calls to one server. */
interface Boundary {
  effect<Answer>(name: string, call: Call<Answer>): Promise<Answer>;
  /** A change stream; of MongoDB only. */
  watch?(
    path: string,
    collection: mongo.Collection,
    pipeline: mongo.BSON.Document[],
    options: mongo.ChangeStreamOptions,
  ): unknown;
}

export function recordsBehind(records: WritableRecords, streams: Streams): WritableRecords {
  const { scheduler, changes, watched } = streams;
  const boundary: Boundary = {
    effect<Answer>(name: string, call: Call<Answer>) {
      const send = async () => {
        if (name === BEATING_READ) return (watched.beating ??= await call()) as Answer;
        if (name === UNRECORDED_READ) return (watched.unrecorded ??= await call()) as Answer;
        const answer = await call().finally(() => {
          if (name.startsWith(BEATING)) watched.beating = null;
          if (QUIET_IN_MONGODB.test(name)) return;
          watched.unrecorded = null;
          changes.notify();
        });
        return name === CLOCK ? (serverTime() as unknown as Answer) : answer;
      };
      return scheduler.effect(name, send, mongoLost);
    },
    watch(path, collection, pipeline, options) {
      const open = (given: mongo.ChangeStreamOptions) => collection.watch(pipeline, given);
      return new SimulatedStream(streams, path, open, options);
    },
  };
  const parts = Object.entries(records).map(([name, part]): [string, unknown] => {
    if (name === 'models') return [name, part];
    if (name === 'connection') return [name, connectionBehind(boundary, records.connection)];
    if (name === 'loadBook') {
      const load: WritableRecords['loadBook'] = (...args) =>
        boundary.effect('records.loadBook', () => wholeBook(records, ...args));
      return [name, load];
    }
    if (typeof part === 'function') {
      const call = part as (...args: unknown[]) => Promise<unknown>;
      return [
        name,
        (...args: unknown[]) => boundary.effect(`records.${name}`, () => call(...args)),
      ];
    }
    return [name, behind(boundary, `records.${name}`, part as object)];
  });
  return Object.fromEntries(parts) as unknown as WritableRecords;
}

/** A transaction of several calls is one effect: others do not come in between. */
function connectionBehind(boundary: Boundary, connection: WritableRecords['connection']): object {
  const client = connection.getClient();
  const withSession = (run: mongo.WithSessionCallback<unknown>) =>
    boundary.effect('records.transaction', () => client.withSession(run));
  return { getClient: () => ({ withSession }) };
}

/** One read of a snapshot, which the product streams. */
async function wholeBook(
  records: WritableRecords,
  ...args: Parameters<WritableRecords['loadBook']>
): ReturnType<WritableRecords['loadBook']> {
  const loaded = await records.loadBook(...args);
  const [asks, bids, reservations] = [
    await rowsOf(loaded.asks),
    await rowsOf(loaded.bids),
    await rowsOf(loaded.reservations),
  ];
  await loaded.close();
  return { ...loaded, asks, bids, reservations, close: () => Promise.resolve() };
}

async function rowsOf<Row>(rows: AsyncIterable<Row>): Promise<AsyncIterable<Row>> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return (async function* again() {
    yield* all;
  })();
}

/** @param second another connection of the process */
export function redisBehind(
  scheduler: Scheduler,
  redis: RedisClient,
  second: object,
  changes: Changes,
): RedisClient {
  const time = new RedisTime(redis);
  const effect = <Answer>(name: string, call: Call<Answer>) => {
    const send = () =>
      time.during(call).finally(() => {
        if (LOUD_IN_REDIS.test(name)) changes.notify();
      });
    return scheduler.effect(name, send, redisLost);
  };
  const own: Readonly<Record<string, unknown>> = {
    duplicate: () => second,
    defineCommand: (name: string, command: { readonly lua: string }) =>
      redis.defineCommand(name, { ...command, lua: simulatedScript(command.lua) }),
    ...(second instanceof JournalConnection
      ? { client: () => effect('redis.client UNBLOCK', async () => second.unblock()) }
      : {}),
  };
  const proxy = behind({ effect }, 'redis', redis);
  return new Proxy(proxy, {
    get: (from, name) => Reflect.get(Object.hasOwn(own, name) ? own : from, name) as unknown,
  });
}

function behind<Target extends object>(boundary: Boundary, path: string, target: Target): Target {
  return new Proxy(target, {
    get(from, name) {
      const member: unknown = Reflect.get(from, name, from);
      if (typeof name === 'symbol') return member;
      if (typeof member !== 'function') {
        const isPart = typeof member === 'object' && member !== null && path === 'records.ledger';
        return isPart ? behind(boundary, `${path}.${name}`, member) : member;
      }
      const call = member.bind(from) as Method;
      const isCollection = from instanceof mongo.Collection;
      if (isCollection && (name === 'find' || name === 'aggregate')) {
        return (...args: unknown[]) =>
          cursorBehind(boundary, `${path}.${name}`, () => call(...args) as object);
      }
      if (isCollection && name === 'watch')
        return (pipeline: mongo.BSON.Document[], options: mongo.ChangeStreamOptions = {}) =>
          boundary.watch!(`${path}.watch`, from, pipeline, options);
      if (LOCAL.has(name)) return call;
      if (name === 'multi' || name === 'pipeline') {
        return (...args: unknown[]) =>
          cursorBehind(boundary, `${path}.${name}`, () => call(...args) as object);
      }
      const shown = commandOf(path, name);
      return (...args: unknown[]) =>
        boundary.effect(shown(args), () => call(...args) as Promise<unknown>);
    },
  });
}

/** Calls of the engine are shown by the name of the function. */
function commandOf(path: string, name: string): (args: readonly unknown[]) => string {
  const isFunction = path === 'redis' && (name === 'call' || name === 'callBuffer');
  return (args) =>
    isFunction
      ? `${path}.${args
          .slice(0, 2)
          .map(String)
          .join(' ')
          .replace(/_[0-9a-f]{12}/, '')}`
      : `${path}.${name}`;
}

/**
 * A cursor or a pipeline: only its reads, or its execution, reach the server. It is made for the first
 * of them: the driver would keep the cursors of dead processes that nobody reads.
 */
function cursorBehind(boundary: Boundary, path: string, make: () => object): object {
  let made: object | null = null;
  const steps: [name: string, args: unknown[]][] = [];
  const methodOf = (target: object, name: string) =>
    (Reflect.get(target, name) as Method).bind(target);
  const get = () =>
    (made ??= steps.reduce(
      (target, [name, args]) => methodOf(target, name)(...args) as object,
      make(),
    ));
  const proxy: object = new Proxy(
    {},
    {
      get(_, name) {
        if (name === Symbol.asyncIterator) {
          return async function* read() {
            const all = () => methodOf(get(), 'toArray')() as Promise<unknown[]>;
            yield* await boundary.effect(`${path}.read`, all);
          };
        }
        if (typeof name === 'symbol' || name === 'then') return undefined;
        if (CURSOR_READS.has(name) || name === 'exec') {
          return (...args: unknown[]) =>
            boundary.effect(
              `${path}.${name}`,
              () => methodOf(get(), name)(...args) as Promise<unknown>,
            );
        }
        return (...args: unknown[]) => {
          if (made) return methodOf(made, name)(...args);
          steps.push([name, args]);
          return proxy;
        };
      },
    },
  );
  return proxy;
}
