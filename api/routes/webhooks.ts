/** Webhooks: the same routes on the Market surface for buyers, on the Seller surface for sellers. */
import { z } from 'zod';
import { pageQuerySchema } from '../cursor';
import { uuid } from '../schemas/fields';
import {
  createWebhookSchema,
  replaySchema,
  replayedSchema,
  updateWebhookSchema,
  webhookDeliveryListSchema,
  webhookDeliverySchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '../schemas/webhooks';
import type { Handlers, Routes } from './declared-route';
import { webhookExamples } from './examples/webhooks';

const webhookId = uuid.meta({ description: 'The webhook endpoint.' });
const webhookPath = z.object({ id: webhookId });
const deliveryPath = z.object({
  id: webhookId,
  delivery_id: z.string().min(1).max(100).meta({ description: 'The delivery.' }),
});

/** Without their credential. */
const SHARED = {
  createWebhook: {
    method: 'post',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Create a webhook endpoint',
    description:
      'Events are sent by POST with the headers of Standard Webhooks, at least once and in any order. The answer shows the secret of the signatures once. The URL first gets `webhook.challenge`, and other events once its answer has repeated it.',
    quota: 'webhooks',
    body: createWebhookSchema,
    answer: webhookWithSecretSchema,
    errors: ['invalid_endpoint_url'],
    example: webhookExamples.create,
  },
  listWebhooks: {
    method: 'get',
    path: '/v1/webhooks',
    tag: 'Webhooks',
    summary: 'Own webhook endpoints',
    answer: webhookListSchema,
    example: webhookExamples.list,
  },
  getWebhook: {
    method: 'get',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'A webhook endpoint, without its secret',
    params: webhookPath,
    answer: webhookSchema,
    errors: ['not_found'],
    example: webhookExamples.show,
  },
  updateWebhook: {
    method: 'patch',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Change, disable or enable a webhook endpoint',
    quota: 'webhooks',
    params: webhookPath,
    body: updateWebhookSchema,
    answer: webhookSchema,
    errors: ['invalid_endpoint_url', 'not_found'],
    example: webhookExamples.update,
  },
  deleteWebhook: {
    method: 'delete',
    path: '/v1/webhooks/{id}',
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    quota: 'webhooks',
    params: webhookPath,
    errors: ['not_found'],
  },
  rotateWebhookSecret: {
    method: 'post',
    path: '/v1/webhooks/{id}/secret',
    tag: 'Webhooks',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'For 24 hours the previous secret signs too: each request has a signature of both.',
    quota: 'webhooks',
    params: webhookPath,
    answer: webhookWithSecretSchema,
    errors: ['not_found'],
    example: webhookExamples.rotate,
  },
  testWebhook: {
    method: 'post',
    path: '/v1/webhooks/{id}/test',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description: 'Its type is `webhook.test`, which needs no subscription.',
    quota: 'webhooks',
    params: webhookPath,
    answer: webhookDeliverySchema,
    errors: ['not_found'],
    example: webhookExamples.test,
  },
  replayWebhooks: {
    method: 'post',
    path: '/v1/webhooks/{id}/replay',
    tag: 'Webhooks',
    summary: 'Send all events since a time again',
    description:
      'Includes events that the endpoint missed while it was disabled or did not exist. Up to 1,000 events per request; `next_cursor` leads to the others.',
    quota: 'webhooks',
    params: webhookPath,
    body: replaySchema,
    answer: replayedSchema,
    errors: ['not_found'],
    example: webhookExamples.replay,
  },
  listWebhookDeliveries: {
    method: 'get',
    path: '/v1/webhooks/{id}/deliveries',
    tag: 'Webhooks',
    summary: 'Deliveries of a webhook endpoint, newest event first',
    description: 'Deliveries are kept for 30 days after their event.',
    params: webhookPath,
    query: pageQuerySchema,
    answer: webhookDeliveryListSchema,
    errors: ['not_found'],
    example: webhookExamples.deliveries,
  },
  replayWebhookDelivery: {
    method: 'post',
    path: '/v1/webhooks/{id}/deliveries/{delivery_id}/replay',
    tag: 'Webhooks',
    summary: 'Send one event again',
    quota: 'webhooks',
    params: deliveryPath,
    answer: webhookDeliverySchema,
    errors: ['not_found'],
    example: webhookExamples.replayOne,
  },
} as const;

/** An `operationId` is unique among the surfaces of a port. */
const OF_SELLERS = {
  createWebhook: 'createSellerWebhook',
  listWebhooks: 'listSellerWebhooks',
  getWebhook: 'getSellerWebhook',
  updateWebhook: 'updateSellerWebhook',
  deleteWebhook: 'deleteSellerWebhook',
  rotateWebhookSecret: 'rotateSellerWebhookSecret',
  testWebhook: 'testSellerWebhook',
  replayWebhooks: 'replaySellerWebhooks',
  listWebhookDeliveries: 'listSellerWebhookDeliveries',
  replayWebhookDelivery: 'replaySellerWebhookDelivery',
} as const satisfies Record<keyof Shared, string>;

type Shared = typeof SHARED;
type Named<Name extends keyof Shared> = (typeof OF_SELLERS)[Name];

export type BuyerWebhookRoutes = {
  readonly [Name in keyof Shared]: Shared[Name] & { readonly credential: 'buyer' };
};
export type SellerWebhookRoutes = {
  readonly [Name in keyof Shared as Named<Name>]: Shared[Name] & { readonly credential: 'seller' };
};

export const buyerWebhookRoutes = Object.fromEntries(
  Object.entries(SHARED).map(([name, route]) => [name, { ...route, credential: 'buyer' }]),
) as unknown as BuyerWebhookRoutes satisfies Routes;

export const sellerWebhookRoutes = Object.fromEntries(
  Object.entries(SHARED).map(([name, route]) => [
    OF_SELLERS[name as keyof Shared],
    { ...route, credential: 'seller' },
  ]),
) as unknown as SellerWebhookRoutes satisfies Routes;

/** The same handlers under the names of the Seller surface. */
export function ofSellers(handlers: Handlers<BuyerWebhookRoutes>): Handlers<SellerWebhookRoutes> {
  const entries = Object.entries(handlers).map(([name, handler]) => [
    OF_SELLERS[name as keyof Shared],
    handler,
  ]);
  return Object.fromEntries(entries) as unknown as Handlers<SellerWebhookRoutes>;
}
