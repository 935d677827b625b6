/** The operator's port. */
import { z } from 'zod';
import { uuid } from '../schemas/fields';
import { instrumentPath } from '../schemas/market-data';
import { decodeSchema, updateBookSchema } from '../schemas/operator';
import {
  bookListSchema,
  bookSchema,
  decodedSchema,
  reconciliationSchema,
} from '../schemas/operator-answers';
import { orderDetailsSchema } from '../schemas/operator-orders';
import type { DeclaredRoute, Routes } from './declared-route';
import { healthRoutes } from './health';
import { operatorAccountRoutes } from './operator-accounts';
import { operatorSellerRoutes } from './operator-sellers';
import { operatorExamples } from './examples/operator';

const books = { tag: 'Books', credential: 'operator' } as const satisfies Partial<DeclaredRoute>;
const records = {
  tag: 'Records',
  credential: 'operator',
} as const satisfies Partial<DeclaredRoute>;

/** Below `/admin/v1`. */
export const administrationRoutes = {
  ...operatorAccountRoutes,
  ...operatorSellerRoutes,
  listBooks: {
    ...books,
    method: 'get',
    path: '/admin/v1/books',
    summary: 'Every book, with its halt',
    answer: bookListSchema,
    example: operatorExamples.books,
  },
  updateBook: {
    ...books,
    method: 'patch',
    path: '/admin/v1/books/{model_id}',
    summary: 'Halt or resume a book',
    description: 'A halted book matches nothing; cancels work. A halt needs a reason.',
    params: instrumentPath,
    body: updateBookSchema,
    answer: bookSchema,
    errors: ['invalid_model', 'invalid_tenor', 'not_found'],
    example: operatorExamples.halt,
  },
  getOrderDetails: {
    ...records,
    method: 'get',
    path: '/admin/v1/orders/{id}',
    summary: 'Everything about an order',
    description: 'By the id of the order, or of a fill, contract, ticket or lot of it.',
    params: z.object({
      id: uuid.meta({ description: 'Of an order, fill, contract, ticket or lot.' }),
    }),
    answer: orderDetailsSchema,
    errors: ['not_found'],
    example: operatorExamples.order,
  },
  getReconciliation: {
    ...records,
    method: 'get',
    path: '/admin/v1/reconciliation',
    summary: 'The newest check of the invariants',
    answer: reconciliationSchema,
    example: operatorExamples.reconciliation,
  },
  runReconciliation: {
    ...records,
    method: 'post',
    path: '/admin/v1/reconciliation/runs',
    summary: 'Check every invariant now',
    answer: reconciliationSchema,
    example: operatorExamples.reconciliation,
  },
} as const satisfies Routes;

export const codecRoutes = {
  decodePayloads: {
    method: 'post',
    path: '/codec/decode',
    tag: 'Codec',
    summary: 'Open sealed payloads of a history',
    description: "For Temporal's web UI, which sends the cookie of a session; each is recorded.",
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
