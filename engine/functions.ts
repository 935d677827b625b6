/** Calls the engine's functions, and loads missing ones. */
import { Cluster } from 'ioredis';
import type { BookId } from '../domain/instruments';
import type { RedisClient } from './connect-redis';
import { guardKey, headKey } from './keys';
import { isFunctionMissing, loadLibrary, type Library } from './library';
import { isRedisAway } from './redis-away';

export type Argument = Buffer | string | number;

/**
 * An answer: its status, followed by bytes described in the function's header in engine/functions.
 */
export interface Answer<Status extends string> {
  readonly status: Status;
  readonly values: readonly Buffer[];
  /** An earlier call of the same step placed the command's own order. */
  readonly hasEntered: boolean;
}

export class EngineFunctions {
  private loading: Promise<void> | null = null;

  constructor(
    readonly redis: RedisClient,
    private readonly library: Library,
  ) {}

  /** Idempotent; concurrent callers share one load. */
  load(): Promise<void> {
    this.loading ??= loadLibrary(this.redis, this.library).finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  /**
   * One step of a book. The call is repeated while it answers `again`: it has then finished a part
   * of an order's matching, its own or another's (engine/functions/crossing.lua).
   */
  async call<Status extends string>(
    name: string,
    book: BookId,
    args: readonly Argument[] = [],
  ): Promise<Answer<Status>> {
    for (let hasEntered = false; ;) {
      const reply = await this.whenLoaded(() =>
        this.fcall<Buffer[]>(name, this.keysOf(book), args),
      );
      const [status, ...values] = reply;
      const text = String(status);
      if (text !== 'again') return { status: text as Status, values, hasEntered };
      hasEntered ||= values.length > 0;
    }
  }

  /**
   * One step of many books: one call for all of them, on a cluster, whose books are on several
   * servers, one for each. Redis may refuse the call because of one book: then each has its own.
   * @returns for each book its answer, or the error that concerns it
   */
  async callAll<Status extends string>(
    name: string,
    books: readonly BookId[],
    args: readonly Argument[],
  ): Promise<(Answer<Status> | Error)[]> {
    const call = async (group: readonly BookId[]) => {
      const replies = await this.whenLoaded(() =>
        this.fcall<Buffer[][]>(name, group.map(headKey), args),
      );
      return replies.map(([status, ...values]) => ({
        status: String(status) as Status,
        values,
        hasEntered: false,
      }));
    };
    const callEach = () =>
      Promise.all(books.map((book) => call([book]).catch((err: Error) => [err])));
    if (this.redis instanceof Cluster) return (await callEach()).flat();
    return call(books).catch(async (err: Error) => {
      if (isRedisAway(err)) throw err;
      return (await callEach()).flat();
    });
  }

  private async whenLoaded<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (err) {
      if (!isFunctionMissing(err)) throw err;
      await this.load();
      return call();
    }
  }

  /** On a cluster, with what refuses the call while the slot of the book is moved. */
  private keysOf(book: BookId): string[] {
    return this.redis instanceof Cluster ? [headKey(book), guardKey(book)] : [headKey(book)];
  }

  private fcall<Reply>(
    name: string,
    keys: readonly string[],
    args: readonly Argument[],
  ): Promise<Reply> {
    const command = `${name}_${this.library.version}`;
    return this.redis.callBuffer('FCALL', command, keys.length, ...keys, ...args) as Promise<Reply>;
  }
}

/** The value at a position of an answer, which the function guarantees. */
export function valueAt(answer: Answer<string>, at: number): Buffer {
  const value = answer.values[at];
  if (!value) throw new Error(`The answer "${answer.status}" lacks its value ${at}.`);
  return value;
}

export function integerAt(answer: Answer<string>, at: number): number {
  return Number.parseInt(valueAt(answer, at).toString(), 10);
}
