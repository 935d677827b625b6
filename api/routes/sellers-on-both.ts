/** Routes shared by the Seller and the Market surface, without their path and unit. */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import { deliveriesQuerySchema, deliveriesSchema } from '../schemas/contracts';
import { decisionsSchema, recordedSchema, reputationSchema } from '../schemas/seller-records';
import {
  capacityReportSchema,
  capacitySnapshotSchema,
  registerSchema,
  sellerSchema,
} from '../schemas/sellers';
import type { ErrorCode } from '../../domain/errors';
import type { DeclaredRoute } from './declared-route';
import { sellerExamples } from './examples/sellers';

export const registration = {
  method: 'post',
  tag: 'Registration',
  summary: 'Register an endpoint, update it, or rotate its key',
  description:
    'A new `endpoint_url` needs no credential. A registered one is updated if `api_key` is its current key. To rotate the key, send the new one in the body and the current one in `X-Seller-API-Key`. After a leak, `end_webhooks` also ends the webhook endpoints and the calendar address that the earlier key made.',
  credential: 'public',
  quota: 'registrations',
  headers: z.object({
    'X-Seller-API-Key': z
      .string()
      .optional()
      .meta({ description: 'The current key, to rotate it.' }),
  }),
  body: registerSchema,
  answer: sellerSchema,
  errors: [
    'invalid_endpoint_url',
    'invalid_model',
    'invalid_region',
    'endpoint_already_registered',
  ],
  example: sellerExamples.registration,
} as const satisfies Partial<DeclaredRoute>;

/** Of posting an ask or an offer. */
export const postingErrors = [
  'invalid_model',
  'invalid_price',
  'invalid_quantity',
  'invalid_region',
  'invalid_tenor',
  'seller_suspended',
  'seller_banned',
  'market_halted',
] as const satisfies readonly ErrorCode[];

export const capacityReport = {
  method: 'post',
  tag: 'Reports',
  summary: 'Report the current capacity',
  description:
    'Informational: creates no asks and changes no book. `warning` says when more is owed in open windows than is reported; buyers of these lots read it too.',
  quota: 'capacity',
  body: capacityReportSchema,
  answer: capacitySnapshotSchema,
  example: sellerExamples.capacity,
} as const satisfies Partial<DeclaredRoute>;

export const deliveries = {
  method: 'get',
  tag: 'Deliveries',
  summary: 'Delivery obligations of the seller',
  description:
    'One row per lot whose window has not ended, or with `ended=true` per lot that ended in the last 30 days. These are obligations, not live capacity.',
  query: deliveriesQuerySchema,
  answer: deliveriesSchema,
  example: sellerExamples.deliveries,
} as const satisfies Partial<DeclaredRoute>;

export const trades = {
  method: 'get',
  tag: 'Trades',
  summary: 'Trades of the seller, newest first',
  query: pageQuerySchema,
} as const satisfies Partial<DeclaredRoute>;

export const decisions = {
  method: 'post',
  tag: 'Reports',
  summary: 'Report decisions about capacity',
  description: 'Informational: changes no book. The newest 200 are stored.',
  quota: 'decisions',
  body: decisionsSchema,
  reader: 'decisionsBody',
  answer: recordedSchema,
  example: sellerExamples.decisions,
} as const satisfies Partial<DeclaredRoute>;

export const decisionErrors = [
  'invalid_decisions',
  'invalid_reason',
  'invalid_model',
  'invalid_price',
  'invalid_quantity',
] as const;

export const reputation = {
  method: 'get',
  tag: 'Reputation',
  summary: 'Reputation of the seller',
  description:
    'Of the last 30 days: 50 % fill rate, 30 % latency adherence, 20 % quality rate. Informational: no decision depends on it.',
  cacheable: true,
  answer: reputationSchema,
  example: sellerExamples.reputation,
} as const satisfies Partial<DeclaredRoute>;
