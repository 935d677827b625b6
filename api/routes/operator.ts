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
    summary: 'Every book, and whether it is halted',
    answer: bookListSchema,
    example: operatorExamples.books,
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
  getOrderDetails: {
    ...records,
    method: 'get',
    path: '/admin/v1/orders/{id}',
    summary: 'An order with its fills, journals and attempts',
    description:
      'Found by the id of the order, or of one of its fills, contracts, tickets or lots.',
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
    summary: 'The latest check of the invariants',
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
