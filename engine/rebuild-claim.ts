/**
 * The claim under which one rebuild at a time works on a book (engine/functions/rebuild.lua). It is
 * won before anything moves in MongoDB, and kept while MongoDB is read and the book is loaded,
 * however long that takes.
 */
import { randomUUID } from 'node:crypto';
import type { BookId } from '../domain/instruments';
import { integerAt, type Answer, type Argument, type EngineFunctions } from './functions';

/** Well below the silence after which another rebuild may take the claim. */
const RENEW_EVERY_MS = 1_000;
/**
 * For how long a rebuild may keep its claim. MongoDB keeps a snapshot readable for as long: what is
 * not read by then hangs.
 */
const KEEP_MS = 300_000;

/** Another rebuild has taken the claim, or Redis has lost it. */
export class RebuildSuperseded extends Error {
  override readonly name = 'RebuildSuperseded';
}

export interface ClaimOptions {
  /** A book that is open is left alone. */
  readonly unlessOpen?: boolean;
}

export class RebuildClaim {
  private readonly renewal: NodeJS.Timeout;

  private constructor(
    private readonly functions: EngineFunctions,
    private readonly book: BookId,
    private readonly token: string,
    /** The highest epoch that had begun in Redis when the claim was won. */
    readonly fence: number,
  ) {
    const until = performance.now() + KEEP_MS;
    this.renewal = setInterval(() => {
      // One that is lost shows with the next step.
      if (performance.now() < until) this.confirm().catch(() => undefined);
    }, RENEW_EVERY_MS);
    this.renewal.unref();
  }

  /** Closes the book, unless another rebuild is at work. */
  static async win(
    functions: EngineFunctions,
    book: BookId,
    { unlessOpen = false }: ClaimOptions = {},
  ): Promise<RebuildClaim | 'open' | 'superseded'> {
    const token = randomUUID();
    const answer = await functions.call<'claimed' | 'open' | 'superseded'>('rebuild_claim', book, [
      token,
      unlessOpen ? 'closed' : '',
    ]);
    if (answer.status !== 'claimed') return answer.status;
    return new RebuildClaim(functions, book, token, integerAt(answer, 0));
  }

  /** Prolongs the claim. @throws RebuildSuperseded when it is lost */
  async confirm(): Promise<void> {
    const { status } = await this.functions.call('rebuild_renew', this.book, [this.token]);
    if (status !== 'renewed') throw new RebuildSuperseded();
  }

  /** One step of loading an epoch. @throws RebuildSuperseded when the claim is lost */
  async step(name: string, epoch: number, args: readonly Argument[]): Promise<Answer<string>> {
    const answer = await this.functions.call(name, this.book, [epoch, this.token, ...args]);
    if (answer.status === 'superseded') throw new RebuildSuperseded();
    return answer;
  }

  /** Lets another rebuild begin at once. After an error it begins when the claim has run out. */
  async end(): Promise<void> {
    clearInterval(this.renewal);
    await this.functions.call('rebuild_leave', this.book, [this.token]).catch(() => undefined);
  }
}
