/** Order books as the operator sees them, and the halt of one: no matching, cancels still work. */
import type { RequestHandler } from 'express';
import { fail } from '../../domain/errors';
import { bookName, parseBookName, parseInstrument, type BookId } from '../../domain/instruments';
import { parseTenor } from '../../domain/tenors';
import type { BookDocument } from '../../records/book';
import { pathParameter } from '../context';
import type { BookDeps } from '../../exchange/books/renew-books';
import { readBody } from '../middleware/body';
import { fromRedis } from '../../exchange/redis-unavailable';
import { updateBookSchema } from '../schemas/operator';

/** A book that is rebuilt right now may be closed again: tries before the answer is 503. */
const APPLY_TRIES = 3;

export class BookRoutes {
  constructor(private readonly deps: BookDeps) {}

  readonly list: RequestHandler = async (_req, res) => {
    const documents = await this.deps.records.books.find({}).sort({ _id: 1 }).toArray();
    res.json({ books: documents.map(bookBody) });
  };

  /**
   * The record first: a book that is rebuilt meanwhile is opened as the record says. Repeating the
   * request finishes what was cut short.
   */
  readonly update: RequestHandler = async (req, res) => {
    const { tenor, halted, reason } = readBody(req, updateBookSchema);
    const book = {
      modelId: parseInstrument(pathParameter(req, 'model_id'), 'model_id'),
      tenor: parseTenor(tenor),
    };
    const now = new Date();
    const document = await this.deps.records.books.findOneAndUpdate(
      { _id: bookName(book) },
      { $set: { halt: halted ? { reason: reason ?? '', at: now } : null, updatedAt: now } },
      { returnDocument: 'after' },
    );
    if (!document) throw fail('not_found', { message: 'There is no such book yet.' });
    await this.apply(book, halted);
    res.json(bookBody(document));
  };

  /** A book that is being rebuilt may have been read before the record said so: it is told as well. */
  private async apply(book: BookId, halted: boolean): Promise<void> {
    const { books, reopen } = this.deps;
    const change = () => (halted ? books.halt(book) : books.resume(book));
    const { redis } = books.functions;
    for (let attempt = 0; attempt < APPLY_TRIES; attempt++) {
      const { status } = await fromRedis(redis, async () => change());
      if (status !== 'unavailable') return;
      await reopen(book);
    }
    throw fail('service_unavailable', { internal: 'the book stays closed' });
  }
}

function bookBody({ _id, epoch, halt }: BookDocument) {
  const { modelId, tenor } = parseBookName(_id);
  return {
    model_id: modelId,
    tenor,
    status: halt ? 'halted' : 'open',
    reason: halt?.reason ?? null,
    halted_at: halt?.at.toISOString() ?? null,
    epoch,
  };
}
