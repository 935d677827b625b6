/** Orders for capacity, contracts, tickets and deliveries. */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import {
  contractListSchema,
  contractSchema,
  createContractSchema,
  createTicketSchema,
  createdTicketSchema,
  deliveriesQuerySchema,
  deliveriesSchema,
  orderListSchema,
  orderQuerySchema,
  orderSchema,
  ticketSchema,
} from '../schemas/contracts';
import { uuid } from '../schemas/fields';
import { type DescribedRoute, sellerPath } from './described-route';

const orderPath = z.object({ id: uuid.meta({ description: 'The order.' }) });
const contractPath = z.object({ id: uuid.meta({ description: 'The contract.' }) });
const ticketPath = z.object({ id: uuid.meta({ description: 'The ticket.' }) });

const deliveries = {
  method: 'get',
  summary: 'What the seller owes',
  description: 'One row for each lot whose window is not over: an obligation, not live capacity.',
  credential: 'seller',
  query: deliveriesQuerySchema,
  answer: deliveriesSchema,
} as const satisfies Partial<DescribedRoute>;

export const contractRoutes: readonly DescribedRoute[] = [
  {
    method: 'post',
    path: '/v1/contracts',
    operationId: 'createContract',
    summary: 'Place an order for capacity',
    description:
      'Holds the limit x the quantity, takes what it crosses of the book, and rests with the remainder (GTC, GTD). Answered once the order rests, was filled or was killed. What was filled is a contract, prepaid.',
    credential: 'buyer',
    limited: true,
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
  },
  {
    method: 'get',
    path: '/v1/contracts',
    operationId: 'listContracts',
    summary: 'Contracts of the buyer, newest first',
    credential: 'buyer',
    query: pageQuerySchema,
    answer: contractListSchema,
  },
  {
    method: 'get',
    path: '/v1/contracts/{id}',
    operationId: 'getContract',
    summary: 'A contract with its lots',
    credential: 'buyer',
    params: contractPath,
    answer: contractSchema,
    errors: ['forbidden', 'not_found'],
  },
  {
    method: 'get',
    path: '/v1/orders',
    operationId: 'listOrders',
    summary: 'Orders for capacity of the buyer, newest first',
    credential: 'buyer',
    query: orderQuerySchema,
    answer: orderListSchema,
    errors: ['invalid_model', 'invalid_region'],
  },
  {
    method: 'get',
    path: '/v1/orders/{id}',
    operationId: 'getOrder',
    summary: 'An order for capacity',
    credential: 'buyer',
    params: orderPath,
    answer: orderSchema,
    errors: ['forbidden', 'not_found'],
  },
  {
    method: 'delete',
    path: '/v1/orders/{id}',
    operationId: 'cancelOrder',
    summary: 'Cancel the unfilled remainder of an order',
    description: 'What was filled before stands. 404 when nothing was left to cancel.',
    credential: 'buyer',
    params: orderPath,
    errors: ['forbidden', 'not_found'],
  },
  {
    ...deliveries,
    path: '/v1/sellers/{id}/deliveries',
    operationId: 'listSellerDeliveries',
    params: sellerPath,
    errors: ['forbidden'],
  },
];

export const deliveryRoutes: readonly DescribedRoute[] = [
  { ...deliveries, path: '/v1/deliveries', operationId: 'listDeliveries' },
];

export const ticketRoutes: readonly DescribedRoute[] = [
  {
    method: 'post',
    path: '/v1/tickets',
    operationId: 'createTicket',
    summary: 'Buy a ticket, or get a credential for a contract',
    description:
      'With `model` and `quantity_tokens`: filled at once against one seller, prepaid. With `contract_id` alone: a credential for a contract that the account holds; an earlier one is dead.',
    credential: 'buyer',
    limited: true,
    idempotent: true,
    body: createTicketSchema,
    answer: createdTicketSchema,
    errors: [
      'invalid_model',
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_tenor',
      'insufficient_balance',
      'no_fill_at_limit',
      'no_match',
      'market_halted',
      'forbidden',
      'not_found',
    ],
  },
  {
    method: 'get',
    path: '/v1/tickets/{id}',
    operationId: 'getTicket',
    summary: 'A ticket, without its credential',
    credential: 'buyer',
    params: ticketPath,
    answer: ticketSchema,
    errors: ['forbidden', 'not_found'],
  },
];
