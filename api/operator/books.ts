/**
 * Order books as the operator sees them, their rebuild, and their halt: matching stops, cancellations
 * still work.
 */
import { parseBookName } from '../../domain/instruments';
import { parseTenor } from '../../domain/tenors';
import type { BookDocument } from '../../records/documents/book';
import { type BookDeps, rebuildForOperator } from '../../exchange/books/renew-books';
import { haltAllBooks, haltBook, haltInstrument } from '../../exchange/books/halt-book';
import type { RouteHandler } from '../routes/declared-route';
import type { administrationRoutes } from '../routes/operator';

export class BookRoutes {
  constructor(
    private readonly deps: BookDeps,
    private readonly actor: string,
  ) {}

  readonly list: RouteHandler<typeof administrationRoutes.listBooks> = async (_req, res) => {
    const documents = await this.deps.records.books.find({}).sort({ _id: 1 }).toArray();
    res.json({ books: documents.map(bookBody) });
  };

  readonly update: RouteHandler<typeof administrationRoutes.updateBook> = async (
    _req,
    res,
    { params, body },
  ) => {
    const { tenor, halted, reason = '' } = body;
    const book = {
      modelId: params.model_id,
      tenor: parseTenor(tenor),
    };
    res.json(bookBody(await haltBook(this.deps, book, haltOf(halted, reason, this.actor))));
  };

  readonly rebuild: RouteHandler<typeof administrationRoutes.rebuildBook> = async (
    _req,
    res,
    { params: { model_id: modelId }, body },
  ) => {
    const book = { modelId, tenor: parseTenor(body.tenor) };
    res.json(bookBody(await rebuildForOperator(this.deps, book)));
  };

  readonly updateAll: RouteHandler<typeof administrationRoutes.updateBooks> = async (
    _req,
    res,
    { body },
  ) => {
    const { halted, reason = '' } = body;
    const books = await haltAllBooks(this.deps, haltOf(halted, reason, this.actor));
    res.json({ books: books.map(bookBody) });
  };

  readonly updateInstrument: RouteHandler<typeof administrationRoutes.updateInstrument> = async (
    _req,
    res,
    { params, body },
  ) => {
    const { halted, reason = '' } = body;
    const halt = haltOf(halted, reason, this.actor);
    res.json({
      books: (await haltInstrument(this.deps, params.model_id, halt)).map(bookBody),
    });
  };
}

const haltOf = (isHalted: boolean, reason: string, actor: string) =>
  isHalted ? { reason, actor } : null;

export function bookBody({ _id, epoch, halt }: BookDocument) {
  const { modelId, tenor } = parseBookName(_id);
  return {
    model_id: modelId,
    tenor,
    status: halt ? ('halted' as const) : ('open' as const),
    reason: halt?.reason ?? null,
    halted_at: halt?.at.toISOString() ?? null,
    halted_by: halt?.actor ?? null,
    epoch,
  };
}
