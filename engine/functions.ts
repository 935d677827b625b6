/** Calls the engine's functions, and loads them where they are missing. */
import type { Cluster, Redis } from 'ioredis';
import type { BookId } from '../domain/instruments';
import { headKey } from './keys';
import { isFunctionMissing, loadLibrary, type Library } from './library';

export type BookRedis = Redis | Cluster;
export type Argument = Buffer | string | number;

/** An answer: its status first, then bytes as the function's header in engine/functions says. */
export interface Answer<Status extends string> {
  readonly status: Status;
  readonly values: readonly Buffer[];
}

export class EngineFunctions {
  private loading: Promise<void> | null = null;

  constructor(
    readonly redis: BookRedis,
    private readonly library: Library,
  ) {}

  /** Idempotent; callers that come together share one load. */
  load(): Promise<void> {
    this.loading ??= loadLibrary(this.redis, this.library).finally(() => {
      this.loading = null;
    });
    return this.loading;
  }

  async call<Status extends string>(
    name: string,
    book: BookId,
    args: readonly Argument[] = [],
  ): Promise<Answer<Status>> {
    let reply: Buffer[];
    try {
      reply = await this.send(name, book, args);
    } catch (err) {
      if (!isFunctionMissing(err)) throw err;
      await this.load();
      reply = await this.send(name, book, args);
    }
    const [status, ...values] = reply;
    return { status: String(status) as Status, values };
  }

  private send(name: string, book: BookId, args: readonly Argument[]): Promise<Buffer[]> {
    const command = `${name}_${this.library.version}`;
    return this.redis.callBuffer('FCALL', command, 1, headKey(book), ...args) as Promise<Buffer[]>;
  }
}

/** The value at a place of an answer; that it is there is the function's promise. */
export function valueAt(answer: Answer<string>, at: number): Buffer {
  const value = answer.values[at];
  if (!value) throw new Error(`The answer "${answer.status}" lacks its value ${at}.`);
  return value;
}

export function integerAt(answer: Answer<string>, at: number): number {
  return Number.parseInt(valueAt(answer, at).toString(), 10);
}
