/** The connections of a process to MongoDB and Redis, each of whose calls is an effect. */
import { mongo } from 'mongoose';
import type { RedisClient } from '../../engine/connect-redis';
import type { WritableRecords } from '../../records/connect';
import type { Scheduler } from './scheduler';
import { atVirtualTime } from './server-time';

type Method = (...args: unknown[]) => unknown;

const mongoLost = () => new mongo.MongoNetworkError('The simulation lost the connection');
export const redisLost = () => new Error('Connection is closed.');

/** Do not call the server. */
const LOCAL = new Set(['defineCommand', 'on', 'once', 'off', 'disconnect']);
const CURSOR_READS = new Set(['toArray', 'next', 'hasNext', 'tryNext']);

export function recordsBehind(scheduler: Scheduler, records: WritableRecords): WritableRecords {
  const parts = Object.entries(records).map(([name, part]): [string, unknown] => {
    if (name === 'connection' || name === 'models') return [name, part];
    if (name === 'loadBook') {
      const load: WritableRecords['loadBook'] = (...args) =>
        scheduler.effect('records.loadBook', () => wholeBook(records, ...args), mongoLost);
      return [name, load];
    }
    if (typeof part === 'function') {
      const call = part as (...args: unknown[]) => Promise<unknown>;
      return [
        name,
        (...args: unknown[]) => scheduler.effect(`records.${name}`, () => call(...args), mongoLost),
      ];
    }
    return [name, behind(scheduler, `records.${name}`, part as object, mongoLost)];
  });
  return Object.fromEntries(parts) as unknown as WritableRecords;
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

/** @param subscriber its second connection */
export function redisBehind(
  scheduler: Scheduler,
  redis: RedisClient,
  subscriber: object,
): RedisClient {
  const proxy = behind(scheduler, 'redis', redis, redisLost);
  return new Proxy(proxy, {
    get: (from, name) => (name === 'duplicate' ? () => subscriber : Reflect.get(from, name, from)),
  });
}

function behind<Target extends object>(
  scheduler: Scheduler,
  path: string,
  target: Target,
  lost: () => Error,
): Target {
  return new Proxy(target, {
    get(from, name) {
      const member: unknown = Reflect.get(from, name, from);
      if (typeof name === 'symbol') return member;
      if (typeof member !== 'function') {
        const isPart = typeof member === 'object' && member !== null && path === 'records.ledger';
        return isPart ? behind(scheduler, `${path}.${name}`, member, lost) : member;
      }
      const call = member.bind(from) as Method;
      const isCollection = from instanceof mongo.Collection;
      const sent = (args: unknown[]) => (isCollection ? args.map(atVirtualTime) : args);
      if (isCollection && (name === 'find' || name === 'aggregate')) {
        return (...args: unknown[]) =>
          cursorBehind(scheduler, `${path}.${name}`, call(...sent(args)) as object, lost);
      }
      if (LOCAL.has(name)) return call;
      if (name === 'multi' || name === 'pipeline') {
        return (...args: unknown[]) =>
          cursorBehind(scheduler, `${path}.${name}`, call(...args) as object, lost);
      }
      const shown = commandOf(path, name);
      return (...args: unknown[]) =>
        scheduler.effect(shown(args), () => call(...sent(args)) as Promise<unknown>, lost);
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

/** A cursor or a pipeline: only its reads, or its execution, reach the server. */
function cursorBehind<Target extends object>(
  scheduler: Scheduler,
  path: string,
  target: Target,
  lost: () => Error,
): Target {
  const proxy: Target = new Proxy(target, {
    get(from, name) {
      const member: unknown = Reflect.get(from, name, from);
      if (name === Symbol.asyncIterator) {
        return async function* read() {
          const all = (from as unknown as { toArray(): Promise<unknown[]> }).toArray.bind(from);
          yield* await scheduler.effect(`${path}.read`, all, lost);
        };
      }
      if (typeof member !== 'function' || typeof name === 'symbol') return member;
      if (CURSOR_READS.has(name) || name === 'exec') {
        return (...args: unknown[]) =>
          scheduler.effect(
            `${path}.${name}`,
            () => (member as Method).apply(from, args) as Promise<unknown>,
            lost,
          );
      }
      return (...args: unknown[]) => {
        const result: unknown = (member as Method).apply(from, args);
        return result === from ? proxy : result;
      };
    },
  });
  return proxy;
}
