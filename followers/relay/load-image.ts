/** Loads the image of a book from Redis while the book changes. */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { readJournal } from '../../engine/journal';
import { BookImage } from './book-image';

const EVENTS_PER_READ = 1_000;

/**
 * Reads the live orders page by page, then applies the events since the first page, which correct
 * outdated orders.
 * @returns null when the book is unavailable
 */
export async function loadImage(books: OrderBooks, book: BookId): Promise<BookImage | null> {
  for (;;) {
    const image = await loadOnce(books, book);
    if (image !== 'changed') return image;
  }
}

async function loadOnce(books: OrderBooks, book: BookId): Promise<BookImage | null | 'changed'> {
  let page = await books.orders({ book, cursor: null });
  if (!page) return null;
  const image = new BookImage(page.epoch, page.version);
  for (;;) {
    for (const order of page.orders) image.put(order);
    if (page.cursor === null) break;
    page = await books.orders({ book, cursor: page.cursor });
    if (!page) return null;
    if (page.epoch !== image.epoch) return 'changed';
  }
  return (await catchUp(books, book, image, page.version)) ? image : 'changed';
}

/** Applies the journal to its end, which must not precede `version`. */
async function catchUp(
  { functions: { redis } }: OrderBooks,
  book: BookId,
  image: BookImage,
  version: number,
): Promise<boolean> {
  for (;;) {
    const events = await readJournal(redis, book, image, EVENTS_PER_READ);
    for (const event of events) if (!image.fold(event)) return false;
    if (events.length < EVENTS_PER_READ) return image.version >= version;
  }
}
