/** Webhook endpoints and their deliveries, of the buyer or seller that the credential names. */
import type { TEST_EVENT, WebhookEventType } from '../../domain/webhooks';
import { fail } from '../../domain/errors';
import { WebhookEndpoints } from '../../exchange/webhooks/endpoints';
import { replayDelivery, replaySince, sendTestEvent } from '../../exchange/webhooks/replay';
import { isConfirmed } from '../../exchange/webhooks/due-deliveries';
import type { Records } from '../../records/connect';
import type { WebhookDeliveryDocument } from '../../records/documents/webhook-delivery';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { participantOf } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { GatewayDeps } from '../gateway-deps';
import type { Handlers } from '../routes/declared-route';
import type { BuyerWebhookRoutes } from '../routes/webhooks';
import type { WebhookBody, WebhookDeliveryBody } from '../schemas/webhooks';

type WebhookDeps = Pick<GatewayDeps, 'records' | 'settings' | 'sealer' | 'names'>;

export function webhookHandlers(deps: WebhookDeps, cursors: Cursors): Handlers<BuyerWebhookRoutes> {
  const { records } = deps;
  const endpoints = new WebhookEndpoints({
    records,
    sealer: deps.sealer,
    local: deps.settings.local,
    lookup: (host) => deps.names.resolve(host),
  });
  const own = (locals: Express.Locals, id: string) => endpoints.find(participantOf({ locals }), id);
  return {
    ...endpointHandlers(endpoints),
    async testWebhook(_req, res, { params }) {
      const endpoint = await own(res.locals, params.id);
      res.json(deliveryBody(await sendTestEvent(records, endpoint)));
    },
    async replayWebhookDelivery(_req, res, { params }) {
      const endpoint = await own(res.locals, params.id);
      res.json(deliveryBody(await replayDelivery(records, endpoint, params.delivery_id)));
    },
    async replayWebhooks(_req, res, { params, body }) {
      const endpoint = await own(res.locals, params.id);
      const list = `webhook-replay:${endpoint._id}`;
      const { count, last } = await replaySince(records, endpoint, {
        since: body.since,
        behind: body.cursor ? positionOf(cursors.decode(list, body.cursor)) : null,
        withDelivered: body.delivered,
      });
      const position = last && `${last.at.getTime()}|${last.eventId}`;
      res.json({
        replayed: count,
        ...pageEnd({ items: [], nextCursor: position && cursors.encode(list, position) }),
      });
    },
    async listWebhookDeliveries(_req, res, { params, query }) {
      const endpoint = await own(res.locals, params.id);
      const page = await cursors.page(`webhook:${endpoint._id}`, query, (behind, count) =>
        readDeliveries(records, endpoint, behind, count),
      );
      const deliveries = page.items.map((item) => deliveryBody(item, endpoint));
      res.json({ deliveries, ...pageEnd(page) });
    },
  };
}

function endpointHandlers(
  endpoints: WebhookEndpoints,
): Pick<
  Handlers<BuyerWebhookRoutes>,
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
> {
  return {
    async createWebhook(_req, res, { body }) {
      const { url, event_types: eventTypes, description } = body;
      const given = { url, eventTypes, description };
      const { endpoint, secret } = await endpoints.create(participantOf(res), given);
      res.json({ ...webhookBody(endpoint), secret });
    },
    async listWebhooks(_req, res) {
      const found = await endpoints.list(participantOf(res));
      res.json({ webhooks: found.map(webhookBody) });
    },
    async getWebhook(_req, res, { params }) {
      res.json(webhookBody(await endpoints.find(participantOf(res), params.id)));
    },
    async updateWebhook(_req, res, { params, body }) {
      const changed = await endpoints.update(participantOf(res), params.id, {
        url: body.url,
        eventTypes: body.event_types,
        description: body.description,
        isEnabled: body.status && body.status === 'enabled',
      });
      res.json(webhookBody(changed));
    },
    async deleteWebhook(_req, res, { params }) {
      await endpoints.remove(participantOf(res), params.id);
      res.status(204).end();
    },
    async rotateWebhookSecret(_req, res, { params }) {
      const { endpoint, secret } = await endpoints.rotateSecret(participantOf(res), params.id);
      res.json({ ...webhookBody(endpoint), secret });
    },
  };
}

/** @throws Failure `invalid_request` */
function positionOf(text: string): { at: Date; eventId: string } {
  const [timeMs = '', eventId] = text.split('|');
  if (eventId === undefined) throw fail('invalid_request', { param: 'cursor' });
  return { at: new Date(Number.parseInt(timeMs, 10)), eventId };
}

function readDeliveries(
  { webhookDeliveries }: Pick<Records, 'webhookDeliveries'>,
  endpoint: WebhookEndpointDocument,
  behind: string | null,
  count: number,
): Promise<WebhookDeliveryDocument[]> {
  return webhookDeliveries
    .find({ endpointId: endpoint._id, ...(behind === null ? {} : { _id: { $lt: behind } }) })
    .sort({ _id: -1 })
    .limit(count)
    .toArray();
}

function webhookBody(endpoint: WebhookEndpointDocument): WebhookBody {
  const now = new Date();
  const previous = endpoint.secrets
    .flatMap(({ expiresAt }) => (expiresAt && expiresAt > now ? [expiresAt.getTime()] : []))
    .sort((one, other) => other - one);
  return {
    webhook_id: endpoint._id,
    url: endpoint.url,
    confirmed: isConfirmed(endpoint),
    event_types: endpoint.eventTypes as WebhookEventType[] | null,
    description: endpoint.description,
    status: endpoint.status,
    disabled_reason: endpoint.disabledReason,
    disabled_at: endpoint.disabledAt?.toISOString() ?? null,
    failing_since: endpoint.failingSince?.toISOString() ?? null,
    secret_expires_at: previous[0] === undefined ? null : new Date(previous[0]).toISOString(),
    created_at: endpoint.createdAt.toISOString(),
    updated_at: endpoint.updatedAt.toISOString(),
  };
}

/** An endpoint that is disabled, or not confirmed, has no next attempt. */
function deliveryBody(
  delivery: WebhookDeliveryDocument,
  endpoint?: WebhookEndpointDocument,
): WebhookDeliveryBody {
  const isIdle = endpoint && (endpoint.status === 'disabled' || !isConfirmed(endpoint));
  const next = isIdle ? null : delivery.nextAttemptAt;
  return {
    delivery_id: delivery._id,
    event_id: delivery.eventId,
    event_type: delivery.type as WebhookEventType | typeof TEST_EVENT,
    event_time: delivery.createdAt.toISOString(),
    status: delivery.status,
    attempts: delivery.attempts,
    last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
    response_status: delivery.responseStatus,
    detail: delivery.detail,
    next_attempt_at: next?.toISOString() ?? null,
  };
}
