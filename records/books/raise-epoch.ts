/**
 * Raises the epoch of a book in MongoDB, and then its fence.
 *
 * Only the rebuild with the book's claim in the engine raises the epoch. It reads the epoch, then
 * confirms its claim, then raises the epoch that it read: a rebuild that was superseded, however
 * late it resumes, finds that its claim or epoch has changed. No recorded epoch is therefore ahead
 * of the engine's.
 */
import { bookName, type BookId } from '../../domain/instruments';
import type { BookDocument } from '../documents/book';
import { stripesOf } from '../documents/book-fence';
import { asDouble, type Collections } from '../collections';

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
 * Raises the fence of the book (ledger/fence-stripes.ts): from then on no transaction commits tokens
 * of an earlier epoch. It waits for those that have written a stripe and have not ended.
 * @param epoch that the record of the book has
 */
export async function raiseFence(
  { bookFences }: Pick<Collections, 'bookFences'>,
  book: BookId,
  epoch: number,
): Promise<void> {
  await bookFences.updateMany(
    { _id: stripesOf(bookName(book)), epoch: { $lt: epoch } },
    { $set: { epoch: asDouble(epoch) } },
  );
}
