/** Sellers, their standing and their money, for the operator. */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import { uuid } from '../schemas/fields';
import {
  namedQuerySchema,
  transferSchema,
  updateSellerSchema,
  voidLotSchema,
} from '../schemas/operator';
import { judgingSchema } from '../schemas/operator-answers';
import { lotSchema } from '../schemas/operator-orders';
import { sellerStatementSchema, statementQuerySchema } from '../schemas/statements';
import {
  operatorSellerListSchema,
  sellerDetailsSchema,
  sellerRefundsSchema,
} from '../schemas/operator-sellers';
import type { DeclaredRoute, Routes } from './declared-route';
import { operatorSellerExamples } from './examples/operator';

const shared = { tag: 'Sellers', credential: 'operator' } as const satisfies Partial<DeclaredRoute>;
const ofOne = {
  ...shared,
  params: z.object({ id: uuid.meta({ description: 'The seller.' }) }),
  errors: ['not_found'],
} as const satisfies Partial<DeclaredRoute>;

export const operatorSellerRoutes = {
  listSellers: {
    ...shared,
    method: 'get',
    path: '/admin/v1/sellers',
    summary: 'Sellers, newest first',
    query: namedQuerySchema,
    answer: operatorSellerListSchema,
    example: operatorSellerExamples.list,
  },
  getSeller: {
    ...ofOne,
    method: 'get',
    path: '/admin/v1/sellers/{id}',
    summary: 'A seller: its payable balance, obligations, health and history',
    answer: sellerDetailsSchema,
    example: operatorSellerExamples.show,
  },
  updateSeller: {
    ...ofOne,
    method: 'patch',
    path: '/admin/v1/sellers/{id}',
    summary: 'Change the standing, owner or quotas of a seller',
    description: 'A change of standing requires a reason. Null removes an owner or a quota.',
    body: updateSellerSchema,
    answer: sellerDetailsSchema,
    example: operatorSellerExamples.update,
  },
  payOutSeller: {
    ...ofOne,
    method: 'post',
    path: '/admin/v1/sellers/{id}/payouts',
    summary: 'Record a payout',
    description: 'Once per `reference`; at most the payable balance.',
    body: transferSchema,
    answer: sellerDetailsSchema,
    errors: ['not_found', 'idempotency_conflict'],
    example: operatorSellerExamples.payOut,
  },
  voidLot: {
    ...shared,
    method: 'post',
    path: '/admin/v1/lots/{id}/void',
    summary: 'End a lot during its window with a refund',
    description:
      'What was not drawn is refunded to the buyer. Requests under way end on their own; what they do not use is refunded as well.',
    params: z.object({ id: uuid.meta({ description: 'The lot.' }) }),
    body: voidLotSchema,
    answer: lotSchema,
    errors: ['not_found'],
    example: operatorSellerExamples.voidLot,
  },
  listSellerRefunds: {
    ...ofOne,
    method: 'get',
    path: '/admin/v1/sellers/{id}/refunds',
    summary: 'Lots of a seller whose tokens were refunded, with the reason',
    query: pageQuerySchema,
    answer: sellerRefundsSchema,
    example: operatorSellerExamples.refunds,
  },
  getSellerStatement: {
    ...ofOne,
    method: 'get',
    path: '/admin/v1/sellers/{id}/statement',
    summary: 'Statement of a seller',
    description: 'Earnings and payouts: JSON in pages, or one CSV.',
    query: statementQuerySchema,
    answer: sellerStatementSchema,
    texts: ['text/csv', 'application/x-ndjson'],
    example: operatorSellerExamples.statement,
  },
  getJudging: {
    ...shared,
    method: 'get',
    path: '/admin/v1/judging',
    summary: 'Whether failures currently count against sellers',
    description: 'Judging of sellers pauses while unrelated sellers fail at the same time.',
    answer: judgingSchema,
    example: operatorSellerExamples.judging,
  },
} as const satisfies Routes;
