/** Capacity tickets: bought immediately, or issued for a contract. */
import { z } from 'zod';
import {
  createTicketSchema,
  createdTicketSchema,
  ticketListSchema,
  ticketQuerySchema,
  ticketSchema,
} from '../schemas/contracts';
import { uuid } from '../schemas/fields';
import type { Routes } from './declared-route';
import { ticketExamples } from './examples/buyer';

const ticketPath = z.object({ id: uuid.meta({ description: 'The ticket.' }) });

export const ticketRoutes = {
  createTicket: {
    method: 'post',
    path: '/v1/tickets',
    tag: 'Tickets',
    summary: 'Buy a ticket, or get a credential for a contract',
    description:
      'With `model` and `quantity_tokens`: a prepaid purchase, filled immediately by one seller. With only `contract_id`: a new credential for a contract of the account, which revokes the previous one.',
    credential: 'buyer',
    quota: 'orders',
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
    example: ticketExamples.create,
  },
  listTickets: {
    method: 'get',
    path: '/v1/tickets',
    tag: 'Tickets',
    summary: 'The tickets of the account, without their credentials',
    credential: 'buyer',
    query: ticketQuerySchema,
    answer: ticketListSchema,
    example: ticketExamples.list,
  },
  getTicket: {
    method: 'get',
    path: '/v1/tickets/{id}',
    tag: 'Tickets',
    summary: 'A ticket, without its credential',
    credential: 'buyer',
    params: ticketPath,
    answer: ticketSchema,
    errors: ['forbidden', 'not_found'],
    example: ticketExamples.show,
  },
} as const satisfies Routes;
