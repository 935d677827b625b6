/** Contract orders, and their contracts. */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import {
  contractListSchema,
  contractSchema,
  createContractSchema,
  orderDetailsSchema,
  orderListSchema,
  orderQuerySchema,
  orderSchema,
} from '../schemas/contracts';
import { uuid } from '../schemas/fields';
import type { Routes } from './declared-route';
import { contractExamples } from './examples/market';

const orderPath = z.object({ id: uuid.meta({ description: 'The order.' }) });
const contractPath = z.object({ id: uuid.meta({ description: 'The contract.' }) });

export const contractRoutes = {
  createContract: {
    method: 'post',
    path: '/v1/contracts',
    tag: 'Contracts',
    summary: 'Place a contract order',
    description:
      'Holds limit price x quantity, fills against the asks that it crosses, and keeps the remainder in the book if its `time_in_force` permits. The answer comes once the order rests, is filled or is rejected. The filled quantity is a prepaid contract.',
    credential: 'buyer',
    quota: 'orders',
    idempotent: true,
    body: createContractSchema,
    answer: orderSchema,
    errors: [
      'invalid_model',
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_tenor',
      'insufficient_balance',
      'market_halted',
    ],
    example: contractExamples.create,
  },
  listContracts: {
    method: 'get',
    path: '/v1/contracts',
    tag: 'Contracts',
    summary: 'Contracts of the buyer, newest first',
    credential: 'buyer',
    query: pageQuerySchema,
    answer: contractListSchema,
    example: contractExamples.list,
  },
  getContract: {
    method: 'get',
    path: '/v1/contracts/{id}',
    tag: 'Contracts',
    summary: 'A contract with its lots',
    credential: 'buyer',
    params: contractPath,
    answer: contractSchema,
    errors: ['forbidden', 'not_found'],
    example: contractExamples.show,
  },
  listOrders: {
    method: 'get',
    path: '/v1/orders',
    tag: 'Orders',
    summary: 'Contract orders of the buyer, newest first',
    credential: 'buyer',
    query: orderQuerySchema,
    answer: orderListSchema,
    errors: ['invalid_model', 'invalid_region'],
    example: contractExamples.orders,
  },
  getOrder: {
    method: 'get',
    path: '/v1/orders/{id}',
    tag: 'Orders',
    summary: 'A contract order, what it waits for, and its fills',
    credential: 'buyer',
    params: orderPath,
    answer: orderDetailsSchema,
    errors: ['forbidden', 'not_found'],
    example: contractExamples.order,
  },
  cancelOrder: {
    method: 'delete',
    path: '/v1/orders/{id}',
    tag: 'Orders',
    summary: 'Cancel the unfilled remainder of an order',
    description: 'Earlier fills remain. 404 when there is no remainder to cancel.',
    credential: 'buyer',
    params: orderPath,
    errors: ['forbidden', 'not_found'],
  },
} as const satisfies Routes;
