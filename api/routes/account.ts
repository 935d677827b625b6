/** A buyer's account: its money, its chat requests, its spend and its statement. */
import { z } from 'zod';
import { uuid } from '../schemas/fields';
import { accountSummarySchema } from '../schemas/market';
import {
  requestDetailsSchema,
  requestListSchema,
  requestQuerySchema,
  spendQuerySchema,
  spendSchema,
} from '../schemas/requests';
import { accountStatementSchema, statementQuerySchema } from '../schemas/statements';
import type { DeclaredRoute, Routes } from './declared-route';
import { accountExamples } from './examples/account';

const shared = {
  method: 'get',
  credential: 'buyer',
} as const satisfies Partial<DeclaredRoute>;

export const accountRoutes = {
  getAccount: {
    ...shared,
    path: '/v1/account',
    tag: 'Account',
    summary: 'Balance and reservations of the buyer',
    answer: accountSummarySchema,
    example: accountExamples.summary,
  },
  getSpend: {
    ...shared,
    path: '/v1/account/spend',
    tag: 'Account',
    summary: 'Spend per day and instrument',
    description: 'At most 366 days. One at a time per account.',
    query: spendQuerySchema,
    answer: spendSchema,
    errors: ['rate_limited'],
    example: accountExamples.spend,
  },
  getStatement: {
    ...shared,
    path: '/v1/account/statement',
    tag: 'Account',
    summary: 'Statement of the buyer',
    description:
      'Journal lines that sum to the balance: JSON in pages, or one CSV or one file of JSON lines. A file without its closing balance is truncated. One at a time per account.',
    query: statementQuerySchema,
    answer: accountStatementSchema,
    texts: ['text/csv', 'application/x-ndjson'],
    errors: ['rate_limited'],
    example: accountExamples.statement,
  },
  listRequests: {
    ...shared,
    path: '/v1/requests',
    tag: 'Requests',
    summary: 'Chat requests of the buyer, newest first',
    description:
      'With `model_id`, `status` or `request_id`, a page searches the next 1,000 requests: it may contain fewer than `limit`, or none, while `has_more` is true.',
    query: requestQuerySchema,
    answer: requestListSchema,
    errors: ['invalid_model'],
    example: accountExamples.requests,
  },
  getRequest: {
    ...shared,
    path: '/v1/requests/{id}',
    tag: 'Requests',
    summary: 'A chat request with its attempts',
    params: z.object({ id: uuid.meta({ description: 'The request, or its fill.' }) }),
    answer: requestDetailsSchema,
    errors: ['forbidden', 'not_found'],
    example: accountExamples.request,
  },
} as const satisfies Routes;
