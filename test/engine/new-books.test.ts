/** Relays learn of a new book when it is recorded, not at the next search. */
import { randomUUID } from 'node:crypto';
import { bookName } from '../../domain/instruments';
import { NewBooks } from '../../followers/relay/new-books';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const records = recordsForFile();

test('reports a book when it is recorded', async () => {
  const told: string[] = [];
  const failures: unknown[] = [];
  const newBooks = new NewBooks(records, {
    tell: (book) => told.push(bookName(book)),
    onError: (err) => failures.push(err),
  });
  newBooks.start();
  // The stream begins when it is first read: until then books are recorded that it does not tell.
  const names: string[] = [];
  await until(
    async () => {
      const name = bookName({ modelId: `model-${randomUUID()}`, tenor: 'spot' });
      names.push(name);
      await records.books.insertOne({ _id: name, epoch: 1 } as never);
      return told.length > 0;
    },
    { what: 'a book to be told', timeoutMs: 20_000 },
  );
  expect(names).toEqual(expect.arrayContaining(told));
  await newBooks.stop();
  expect(failures).toEqual([]);
});
