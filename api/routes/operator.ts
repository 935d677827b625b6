/** The operator's port. */
import { instrumentPath } from '../schemas/market-data';
import {
  decodeSchema,
  rebuildBookSchema,
  updateBookSchema,
  updateBooksSchema,
} from '../schemas/operator';
import { bookListSchema, bookSchema, decodedSchema } from '../schemas/operator-answers';
import type { DeclaredRoute, Routes } from './declared-route';
import { healthRoutes } from './health';
import { operatorAccountRoutes } from './operator-accounts';
import { operatorRecordRoutes } from './operator-records';
import { operatorSellerRoutes } from './operator-sellers';
import { operatorExamples } from './examples/operator';

const books = { tag: 'Books', credential: 'operator' } as const satisfies Partial<DeclaredRoute>;

/** Below `/admin/v1`. */
export const administrationRoutes = {
  ...operatorAccountRoutes,
  ...operatorSellerRoutes,
  listBooks: {
    ...books,
    method: 'get',
    path: '/admin/v1/books',
    summary: 'Every book, and whether it is halted',
    answer: bookListSchema,
    example: operatorExamples.books,
  },
  updateBooks: {
    ...books,
    method: 'patch',
    path: '/admin/v1/books',
    summary: 'Halt or resume all books',
    description:
      'A halt stops every open book and requires a reason. A resumption ends the halts that were made so; a book that was halted by itself, or with its instrument, keeps its halt. A book that is new afterwards is open. Repeat the request after an error: it is finished.',
    body: updateBooksSchema,
    answer: bookListSchema,
    example: operatorExamples.haltBooks,
  },
  updateBook: {
    ...books,
    method: 'patch',
    path: '/admin/v1/books/{model_id}',
    summary: 'Halt or resume a book',
    description:
      'A halted book matches no orders but accepts cancellations. A halt requires a reason.',
    params: instrumentPath,
    body: updateBookSchema,
    answer: bookSchema,
    errors: ['invalid_model', 'invalid_tenor', 'not_found'],
    example: operatorExamples.halt,
  },
  rebuildBook: {
    ...books,
    method: 'post',
    path: '/admin/v1/books/{model_id}/rebuilds',
    summary: 'Rebuild a book from the records',
    description:
      'Answers when the book is open again. Orders keep their places and a halt stays; requests wait meanwhile. A repetition rebuilds it to the same orders.',
    params: instrumentPath,
    body: rebuildBookSchema,
    answer: bookSchema,
    errors: ['invalid_model', 'invalid_tenor', 'not_found'],
    example: operatorExamples.rebuild,
  },
  updateInstrument: {
    ...books,
    method: 'patch',
    path: '/admin/v1/instruments/{model_id}',
    summary: 'Halt or resume an instrument: each of its books',
    description:
      'Every tenor whose book exists; a book covers all regions. Repeat the request after an error: it is finished. A halt requires a reason.',
    params: instrumentPath,
    body: updateBooksSchema,
    answer: bookListSchema,
    errors: ['invalid_model', 'not_found'],
    example: operatorExamples.haltAll,
  },
  ...operatorRecordRoutes,
} as const satisfies Routes;

export const codecRoutes = {
  decodePayloads: {
    method: 'post',
    path: '/codec/decode',
    tag: 'Codec',
    summary: 'Decrypt payloads of a workflow history',
    description: "For Temporal's web UI, which sends a session cookie. Every use is recorded.",
    credential: 'operatorOrSession',
    quota: 'codec',
    body: decodeSchema,
    reader: 'codecBody',
    answer: decodedSchema,
    errors: ['forbidden'],
    example: operatorExamples.decode,
  },
} as const satisfies Routes;

export const operatorRoutes = {
  ...administrationRoutes,
  ...codecRoutes,
  ...healthRoutes,
} as const satisfies Routes;
