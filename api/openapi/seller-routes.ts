import { z } from 'zod';
import { createOfferSchema, createdOfferSchema, offerListSchema } from '../schemas/asks';
import { uuid } from '../schemas/fields';
import {
  capacityReportSchema,
  capacitySnapshotSchema,
  profileSchema,
  registerSchema,
  sellerSchema,
} from '../schemas/sellers';
import { deliveryRoutes } from './contract-routes';
import type { DescribedRoute } from './described-route';
import { sellerRecordRoutes } from './seller-record-routes';

/** The same on the Seller and the Market surface. */
export const registration = {
  method: 'post',
  summary: 'Register an endpoint, update it, or rotate its key',
  description:
    'Public for a new `endpoint_url`. A known one with the same `api_key` is updated. To rotate the key, send the new one in the body and the current one in `X-Seller-API-Key`.',
  credential: 'public',
  limited: true,
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
} as const satisfies Partial<DescribedRoute>;

/** The same on the Seller and the Market surface. */
export const capacityReport = {
  method: 'post',
  summary: 'Report what can be served now',
  description: 'Informational: creates no asks and changes no book.',
  credential: 'seller',
  limited: true,
  body: capacityReportSchema,
  answer: capacitySnapshotSchema,
} as const satisfies Partial<DescribedRoute>;

export const sellerRoutes: readonly DescribedRoute[] = [
  ...sellerRecordRoutes,
  ...deliveryRoutes,
  { ...registration, path: '/v1/register', operationId: 'register' },
  {
    method: 'get',
    path: '/v1/profile',
    operationId: 'getProfile',
    summary: "The seller's own record",
    credential: 'seller',
    answer: profileSchema,
  },
  {
    method: 'get',
    path: '/v1/offers',
    operationId: 'listOffers',
    summary: 'Active offers of the seller',
    credential: 'seller',
    answer: offerListSchema,
  },
  {
    method: 'post',
    path: '/v1/offers',
    operationId: 'createOffer',
    summary: 'Rest an offer on the book',
    credential: 'seller',
    limited: true,
    idempotent: true,
    body: createOfferSchema,
    answer: createdOfferSchema,
    errors: [
      'invalid_model',
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_tenor',
      'seller_suspended',
      'seller_banned',
      'market_halted',
    ],
  },
  {
    method: 'delete',
    path: '/v1/offers/{id}',
    operationId: 'cancelOffer',
    summary: 'Cancel the unfilled remainder of an offer',
    credential: 'seller',
    params: z.object({ id: uuid.meta({ description: 'The offer.' }) }),
    errors: ['not_found'],
  },
  {
    ...capacityReport,
    path: '/v1/capacity',
    operationId: 'reportCapacity',
    errors: ['invalid_model', 'invalid_quantity', 'not_found'],
  },
];
