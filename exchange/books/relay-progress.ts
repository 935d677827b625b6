import { type BookId, bookName } from '../../domain/instruments';
import type { RelayCursor } from '../../records/documents/book';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

/**
 * Records how far a relay has followed a book, unless a later relay has. A fence is comparable
 * within one epoch only: an emptied Redis restarts the count under a new epoch.
 */
export async function recordRelayProgress(
  { books }: Pick<Records, 'books'>,
  book: BookId,
  relay: RelayCursor,
): Promise<void> {
  const { epoch, fence } = relay;
  await writable(books).updateOne(
    {
      _id: bookName(book),
      $or: [
        { relay: null },
        { 'relay.epoch': { $lt: epoch } },
        { 'relay.epoch': epoch, 'relay.fence': { $lte: fence } },
      ],
    },
    { $set: { relay } },
  );
}
