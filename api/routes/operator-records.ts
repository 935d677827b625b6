/** Orders, reconciliation and the audit, for the operator. */
import { z } from 'zod';
import { uuid } from '../schemas/fields';
import { reconciliationSchema, reconciliationStatusSchema } from '../schemas/operator-answers';
import { orderDetailsSchema } from '../schemas/operator-orders';
import {
  actionListSchema,
  auditQuerySchema,
  runListSchema,
  runQuerySchema,
  runsQuerySchema,
} from '../schemas/operator-records';
import { pageQuerySchema } from '../cursor';
import {
  dayMoneyListSchema,
  refusalListSchema,
  refusalQuerySchema,
} from '../schemas/operator-days';
import {
  foundListSchema,
  journalListSchema,
  journalQuerySchema,
  orderQuerySchema,
  orderRowsSchema,
  overviewSchema,
  searchQuerySchema,
} from '../schemas/operator-search';
import type { DeclaredRoute, Routes } from './declared-route';
import { operatorExamples } from './examples/operator';
import { recordExamples } from './examples/operator-records';

const records = {
  tag: 'Records',
  credential: 'operator',
} as const satisfies Partial<DeclaredRoute>;

export const operatorRecordRoutes = {
  getOverview: {
    ...records,
    method: 'get',
    path: '/admin/v1/overview',
    summary: 'Health, orders by state and age, gateways, halts and invariants',
    answer: overviewSchema,
    example: recordExamples.overview,
  },
  search: {
    ...records,
    method: 'get',
    path: '/admin/v1/search',
    summary: 'Find anything by id or name',
    description:
      'Accounts, sellers, keys, instruments, orders, contracts, tickets, lots, fills and asks. An `x-request-id` that the caller chose is looked for among the newest 1,000 chats and contract orders, when nothing else is found.',
    query: searchQuerySchema,
    answer: foundListSchema,
    example: recordExamples.search,
  },
  listOrders: {
    ...records,
    method: 'get',
    path: '/admin/v1/orders',
    summary: 'Orders of all accounts by state, age, account, seller and instrument',
    description:
      'Chats and contract orders. A page scans at most 1,000 orders for a filter: it may be short, or empty, and still have a next one.',
    query: orderQuerySchema,
    answer: orderRowsSchema,
    errors: ['invalid_model'],
    example: recordExamples.orders,
  },
  listJournals: {
    ...records,
    method: 'get',
    path: '/admin/v1/journals',
    summary: 'Journals of the ledger with their lines, newest first',
    description:
      'By account, order, kind, period and amount. A page scans at most 1,000 journals for a filter: it may be short, or empty, and still have a next one.',
    query: journalQuerySchema,
    answer: journalListSchema,
    example: recordExamples.journals,
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
  listRefusals: {
    ...records,
    method: 'get',
    path: '/admin/v1/refusals',
    summary: 'Refused requests by error code, over time',
    description:
      'Counted by every gateway for all surfaces, written every few seconds, and kept for 31 days. An answer that had begun before it failed counts too; requests that never became one do not.',
    query: refusalQuerySchema,
    answer: refusalListSchema,
    example: recordExamples.refusals,
  },
  listMoney: {
    ...records,
    method: 'get',
    path: '/admin/v1/money',
    summary: 'Volume, fees, refunds and money in and out, by day',
    description:
      'Sums of the journals of each closed UTC day, over all accounts. A day is closed an hour after its end and summed within a minute.',
    query: pageQuerySchema,
    answer: dayMoneyListSchema,
    example: recordExamples.money,
  },
  getReconciliation: {
    ...records,
    method: 'get',
    path: '/admin/v1/reconciliation',
    summary: 'The latest check of the invariants',
    answer: reconciliationStatusSchema,
    example: operatorExamples.reconciliationStatus,
  },
  runReconciliation: {
    ...records,
    method: 'post',
    path: '/admin/v1/reconciliation/runs',
    summary: 'Check every invariant now',
    query: runQuerySchema,
    answer: reconciliationSchema,
    example: operatorExamples.reconciliation,
  },
  listReconciliationRuns: {
    ...records,
    method: 'get',
    path: '/admin/v1/reconciliation/runs',
    summary: 'Past checks of the invariants, newest first',
    query: runsQuerySchema,
    answer: runListSchema,
    example: recordExamples.runs,
  },
  getReconciliationRun: {
    ...records,
    method: 'get',
    path: '/admin/v1/reconciliation/runs/{id}',
    summary: 'A past check of the invariants',
    params: z.object({ id: uuid.meta({ description: 'The run.' }) }),
    answer: reconciliationSchema,
    errors: ['not_found'],
    example: operatorExamples.reconciliation,
  },
  listActions: {
    ...records,
    method: 'get',
    path: '/admin/v1/audit',
    summary: 'Changes by operators, newest first',
    description:
      'Every changing request with the token, its reason and its outcome. Records are never removed.',
    query: auditQuerySchema,
    answer: actionListSchema,
    example: recordExamples.audit,
  },
} as const satisfies Routes;
