/** The Seller surface. Prices per 1,000,000 tokens. */
import { z } from 'zod';
import { createOfferSchema, createdOfferSchema, offerListSchema } from '../schemas/asks';
import { uuid } from '../schemas/fields';
import { calendarSchema } from '../schemas/contracts';
import { sellerTradesSchema } from '../schemas/seller-records';
import { sellerStatementSchema, statementQuerySchema } from '../schemas/statements';
import {
  checkEndpointSchema,
  endpointCheckSchema,
  profileSchema,
  sellerAccountSchema,
} from '../schemas/sellers';
import { type Routes, sellerPath } from './declared-route';
import {
  capacityReport,
  decisionErrors,
  decisions,
  deliveries,
  postingErrors,
  registration,
  reputation,
  trades,
} from './sellers-on-both';
import { sellerWebhookRoutes } from './webhooks';
import { operatorSellerExamples } from './examples/operator';
import { offerExamples, sellerExamples, tradeExamples } from './examples/sellers';

export const sellerRoutes = {
  ...sellerWebhookRoutes,
  listTrades: {
    ...trades,
    credential: 'seller',
    path: '/v1/trades',
    answer: sellerTradesSchema,
    example: tradeExamples.perMillion,
  },
  getReputation: {
    ...reputation,
    path: '/v1/reputation',
    credential: 'seller',
  },
  reportDecisions: {
    ...decisions,
    path: '/v1/decisions',
    credential: 'seller',
    errors: decisionErrors,
  },
  listDeliveries: { ...deliveries, credential: 'seller', path: '/v1/deliveries' },
  renewCalendar: {
    method: 'post',
    path: '/v1/deliveries/calendar',
    tag: 'Deliveries',
    summary: 'A new address for a calendar of the windows',
    description:
      'The answer shows the address once; the one before stops. Everybody who has the address can read the windows, without a key.',
    credential: 'seller',
    answer: calendarSchema,
    example: sellerExamples.calendar,
  },
  endCalendar: {
    method: 'delete',
    path: '/v1/deliveries/calendar',
    tag: 'Deliveries',
    summary: 'End the address of the calendar',
    credential: 'seller',
  },
  readCalendar: {
    method: 'get',
    path: '/v1/calendars/{id}',
    tag: 'Deliveries',
    summary: 'The windows of a seller as iCalendar',
    description:
      'One event per lot: of the newest 1,000 that are owed, and the newest 200 that ended in the last 30 days. A lot that ended before its window is `CANCELLED`. Model and tokens are shown; no buyer and no price.',
    credential: 'public',
    params: sellerPath,
    query: z.object({
      secret: z.string().max(100).meta({ description: 'As in the address.' }),
    }),
    texts: ['text/calendar'],
    errors: ['not_found'],
  },
  register: { ...registration, path: '/v1/register' },
  checkEndpoint: {
    method: 'post',
    path: '/v1/register/check',
    tag: 'Registration',
    summary: 'Check an endpoint before it is registered',
    description:
      'Asks the endpoint as the exchange would, with at most four small signed requests that are not paid for, and registers nothing. A registered endpoint is checked for its current key in `X-Seller-API-Key` only.',
    credential: 'public',
    quota: 'registrations',
    headers: z.object({
      'X-Seller-API-Key': z
        .string()
        .optional()
        .meta({ description: 'The current key of a registered endpoint.' }),
    }),
    body: checkEndpointSchema,
    answer: endpointCheckSchema,
    errors: ['endpoint_already_registered'],
    example: sellerExamples.check,
  },
  getProfile: {
    method: 'get',
    path: '/v1/profile',
    tag: 'Registration',
    summary: "The seller's own record",
    credential: 'seller',
    answer: profileSchema,
    example: sellerExamples.profile,
  },
  getSellerAccount: {
    method: 'get',
    path: '/v1/account',
    tag: 'Registration',
    summary: 'What the exchange owes the seller, its standing and its newest reports',
    credential: 'seller',
    answer: sellerAccountSchema,
    example: sellerExamples.account,
  },
  getSellerStatement: {
    method: 'get',
    path: '/v1/account/statement',
    tag: 'Registration',
    summary: 'Statement of the seller',
    description:
      'Earnings and payouts that sum to what is owed: JSON in pages, or one CSV or one file of JSON lines. A file without its closing balance is truncated. One at a time per seller.',
    credential: 'seller',
    query: statementQuerySchema,
    answer: sellerStatementSchema,
    texts: ['text/csv', 'application/x-ndjson'],
    errors: ['rate_limited'],
    example: operatorSellerExamples.statement,
  },
  listOffers: {
    method: 'get',
    path: '/v1/offers',
    tag: 'Offers',
    summary: 'Active offers of the seller',
    credential: 'seller',
    answer: offerListSchema,
    example: offerExamples.list,
  },
  createOffer: {
    method: 'post',
    path: '/v1/offers',
    tag: 'Offers',
    summary: 'Post an offer to the book',
    credential: 'seller',
    quota: 'asks',
    idempotent: true,
    body: createOfferSchema,
    answer: createdOfferSchema,
    errors: postingErrors,
    example: offerExamples.create,
  },
  cancelOffer: {
    method: 'delete',
    path: '/v1/offers/{id}',
    tag: 'Offers',
    summary: 'Cancel the unfilled remainder of an offer',
    credential: 'seller',
    params: z.object({ id: uuid.meta({ description: 'The offer.' }) }),
    errors: ['not_found'],
  },
  reportCapacity: {
    ...capacityReport,
    credential: 'seller',
    path: '/v1/capacity',
    errors: ['invalid_model', 'invalid_quantity', 'not_found'],
  },
} as const satisfies Routes;
