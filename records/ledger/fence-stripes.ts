/**
 * The fence of the books: no transaction commits tokens that were reserved in an epoch which a
 * rebuild has ended. Each writes a stripe of its book's fence (book-fence.ts); the proof is in
 * docs/internals/engine-proof.md.
 */
import { type BookId, bookName } from '../../domain/instruments';
import type { AskDocument } from '../documents/ask';
import type { BookDocument } from '../documents/book';
import { STRIPES, stripeId } from '../documents/book-fence';
import { asDouble, type Collections } from '../collections';
import { execute, Refused, type WriteContext } from './write-commands';

/** Each transaction changes its stripe: MongoDB does not write what stays the same. */
const WRITTEN = { $inc: { writes: asDouble(1) } };

/** A book and the epoch in which tokens were reserved there. */
export type BookEpoch = BookId & { readonly epoch: number };

/** The stripe of one transaction at a time. */
export interface Stripe {
  number: number;
  /** Whether its last transaction met another one at a fence, perhaps of a process with the same stripe. */
  hasMet: boolean;
}

/** Stripes for the transactions of this process: two at once never have the same one. */
export class FenceStripes {
  private readonly used = new Set<Stripe>();
  private first = anyStripe();

  take(): Stripe {
    const stripe = { number: this.freeFrom(this.first), hasMet: false };
    this.used.add(stripe);
    return stripe;
  }

  release(stripe: Stripe): void {
    this.used.delete(stripe);
  }

  /** Another stripe for a transaction that is made again, and for those that come after it. */
  replace(stripe: Stripe): void {
    this.first = anyStripe();
    stripe.number = this.freeFrom(this.first);
    stripe.hasMet = false;
  }

  private freeFrom(first: number): number {
    const used = new Set([...this.used].map(({ number }) => number));
    for (let number = first, tried = 0; tried < STRIPES; tried += 1) {
      if (!used.has(number)) return number;
      number = (number + 1) % STRIPES;
    }
    return first;
  }
}

function anyStripe(): number {
  return Math.floor(Math.random() * STRIPES);
}

/**
 * Writes the stripe of each book, on condition that it has the epoch.
 * @throws Refused when a book has another epoch
 */
export async function passFences(
  ctx: WriteContext,
  collections: Pick<Collections, 'books' | 'bookFences'>,
  stripe: Stripe,
  taken: readonly BookEpoch[],
): Promise<void> {
  const passed = epochsOf(taken).map(([name, epoch]) => ({
    updateOne: {
      filter: { _id: stripeId(name, stripe.number), epoch: asDouble(epoch) },
      update: WRITTEN,
    },
  }));
  try {
    await execute(ctx, collections.bookFences, passed).catch((err: unknown) => {
      if (!(err instanceof Refused)) throw err;
      return makeStripes(ctx, collections, stripe, taken);
    });
  } catch (err) {
    stripe.hasMet = !(err instanceof Refused);
    throw err;
  }
}

/**
 * Makes stripes that are missing, or that a rebuild by an earlier release has left behind: on
 * condition that the record of the book has the epoch. The record is written too, so that a rebuild
 * which raises its epoch knows all stripes afterwards.
 */
async function makeStripes(
  ctx: WriteContext,
  { books, bookFences }: Pick<Collections, 'books' | 'bookFences'>,
  stripe: Stripe,
  taken: readonly BookEpoch[],
): Promise<void> {
  const counted = epochsOf(taken).map(([_id, epoch]) => ({
    updateOne: {
      filter: { _id, epoch: asDouble(epoch) },
      update: { $inc: { stripesMade: asDouble(1) } },
    },
  }));
  await execute(ctx, books, counted);
  const made = epochsOf(taken).map(([name, epoch]) => ({
    updateOne: {
      filter: { _id: stripeId(name, stripe.number) },
      update: { ...WRITTEN, $set: { epoch: asDouble(epoch) } },
      upsert: true,
    },
  }));
  await execute(ctx, bookFences, made);
}

/** Whether the conditions of the fence and of the ask refuse what was reserved in the epoch. */
export function isStale(
  epoch: number,
  ask: Pick<AskDocument, 'epoch'>,
  book: Pick<BookDocument, 'epoch'> | undefined,
): boolean {
  return book?.epoch !== epoch || (ask.epoch !== null && ask.epoch > epoch);
}

/** @throws Refused when one book has several epochs */
function epochsOf(taken: readonly BookEpoch[]): (readonly [string, number])[] {
  const epochs = new Map<string, number>();
  for (const { epoch, ...book } of taken) {
    const name = bookName(book);
    if ((epochs.get(name) ?? epoch) !== epoch) throw new Refused('bookFences');
    epochs.set(name, epoch);
  }
  return [...epochs];
}
