/**
 * The claim under which one rebuild at a time works on a book (engine/functions/rebuild.lua). It is
 * acquired before any change in MongoDB, and held while MongoDB is read and the book is loaded.
 */
import { randomUUID } from 'node:crypto';
import type { BookId } from '../domain/instruments';
import { integerAt, type Answer, type Argument, type EngineFunctions } from './functions';

/** Well below the silence after which another rebuild may acquire the claim. */
const RENEW_EVERY_MS = 1_000;
/** How long a rebuild may hold its claim. MongoDB retains a snapshot for the same time. */
const KEEP_MS = 300_000;

/** Another rebuild has acquired the claim, or Redis has lost it. */
export class RebuildSuperseded extends Error {
  override readonly name = 'RebuildSuperseded';
}

export interface ClaimOptions {
  /** Leaves an open book alone. */
  readonly unlessOpen?: boolean;
}

export class RebuildClaim {
  private readonly renewal: NodeJS.Timeout;

  private constructor(
    private readonly functions: EngineFunctions,
    private readonly book: BookId,
    private readonly token: string,
    /** The highest epoch that Redis had started when the claim was acquired. */
    readonly fence: number,
  ) {
    const until = performance.now() + KEEP_MS;
    this.renewal = setInterval(() => {
      // The next step detects a lost claim.
      if (performance.now() < until) this.confirm().catch(() => undefined);
    }, RENEW_EVERY_MS);
    this.renewal.unref();
  }

  /** Closes the book, unless another rebuild is running. */
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

  /**
   * Extends the claim.
   * @throws RebuildSuperseded when it is lost
   */
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

  /** Lets another rebuild start immediately. After an error the claim expires. */
  async end(): Promise<void> {
    clearInterval(this.renewal);
    await this.functions.call('rebuild_leave', this.book, [this.token]).catch(() => undefined);
  }
}
