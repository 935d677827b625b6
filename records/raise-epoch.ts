/**
 * Raises the epoch of a book in MongoDB, and then in its asks: the fence of a rebuild.
 *
 * Only the rebuild with the book's claim in the engine raises the epoch. It reads the epoch, then
 * confirms its claim, then raises the epoch that it read: a rebuild that was superseded, however
 * late it resumes, finds that its claim or epoch has changed. No recorded epoch is therefore ahead
 * of the engine's.
 */
import { bookName, type BookId } from '../domain/instruments';
import type { BookDocument } from './book';
import { asDouble, type Collections } from './collections';

/** Asks that one command raises, and commands at once: MongoDB executes each on one processor. */
const ASKS_PER_RAISE = 20_000;
const RAISES_AT_ONCE = 4;

/** The right to rebuild a book. */
export interface EpochClaim {
  /** The highest epoch that the engine has started: the next one is higher. */
  readonly fence: number;
  /** @throws Error when another rebuild holds the claim */
  confirm(): Promise<void>;
}

export async function raiseEpoch(
  { books }: Collections,
  book: BookId,
  claim: EpochClaim,
): Promise<BookDocument> {
  const name = bookName(book);
  for (;;) {
    const known = await books.findOne({ _id: name });
    await claim.confirm();
    const updatedAt = new Date();
    if (!known) {
      const first = { epoch: asDouble(0), updatedAt };
      await books.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true });
      continue;
    }
    const epoch = asDouble(Math.max(known.epoch, claim.fence) + 1);
    const raised = await books.findOneAndUpdate(
      { _id: name, epoch: known.epoch },
      { $set: { epoch, updatedAt } },
      { returnDocument: 'after' },
    );
    if (raised) return raised;
  }
}

/**
 * Moves every active ask to the epoch. An ask that is written meanwhile has never been in a book:
 * the book is closed.
 */
export async function raiseAsks(
  { asks }: Pick<Collections, 'asks'>,
  { modelId, tenor }: BookId,
  epoch: number,
  asksPerRaise = ASKS_PER_RAISE,
): Promise<void> {
  const active = { modelId, tenor, status: 'active' } as const;
  const sort = { _id: 1 } as const;
  const page = { projection: { _id: 1 }, sort, skip: asksPerRaise - 1, limit: 1 };
  const raising: Promise<unknown>[] = [];
  for (let behind = '', isLast = false; !isLast;) {
    const ids: { $gt: string; $lte?: string } = { $gt: behind };
    const [end] = await asks.find({ ...active, _id: ids }, page).toArray();
    if (end) behind = ids.$lte = end._id;
    else isLast = true;
    await raising.at(-RAISES_AT_ONCE);
    const raise = asks.updateMany({ ...active, _id: ids }, { $max: { epoch: asDouble(epoch) } });
    raise.catch(() => undefined); // it is awaited below, or an earlier one has failed
    raising.push(raise);
  }
  await Promise.all(raising);
}
