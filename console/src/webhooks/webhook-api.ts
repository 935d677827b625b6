/** The webhooks of a participant: the same routes for buyers and for sellers. */
import { type MarketClient, type SellerClient, answerOf } from '../client/clients';
import type { components } from '../client/generated/market';

type Schemas = components['schemas'];
export type Webhook = Schemas['Webhook'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];
export type WebhookDelivery = Schemas['WebhookDelivery'];
export type EventType = NonNullable<Webhook['event_types']>[number];

interface NewWebhook {
  readonly url: string;
  readonly event_types: EventType[] | null;
  readonly description: string | null;
}

const PAGE_SIZE = 50;

export class WebhookApi {
  private readonly client: MarketClient;

  /** @param client of the Market surface for a buyer, of the Seller surface for a seller */
  constructor(client: MarketClient | SellerClient) {
    this.client = client as MarketClient;
  }

  async list(): Promise<Webhook[]> {
    return (await answerOf(this.client.GET('/v1/webhooks'))).webhooks;
  }

  create(body: NewWebhook): Promise<WebhookWithSecret> {
    return answerOf(this.client.POST('/v1/webhooks', { body }));
  }

  setStatus(id: string, status: Webhook['status']): Promise<Webhook> {
    return answerOf(this.client.PATCH('/v1/webhooks/{id}', { ...at(id), body: { status } }));
  }

  async remove(id: string): Promise<void> {
    await answerOf(this.client.DELETE('/v1/webhooks/{id}', at(id)));
  }

  rotateSecret(id: string): Promise<WebhookWithSecret> {
    return answerOf(this.client.POST('/v1/webhooks/{id}/secret', at(id)));
  }

  sendTest(id: string): Promise<WebhookDelivery> {
    return answerOf(this.client.POST('/v1/webhooks/{id}/test', at(id)));
  }

  /** All events since then, page by page. @returns how many are sent again */
  async replay(id: string, since: string): Promise<number> {
    let replayed = 0;
    let cursor: string | null = null;
    do {
      const body = { since, delivered: false, ...(cursor === null ? {} : { cursor }) };
      const page: { replayed: number; next_cursor: string | null } = await answerOf(
        this.client.POST('/v1/webhooks/{id}/replay', { ...at(id), body }),
      );
      replayed += page.replayed;
      cursor = page.next_cursor;
    } while (cursor !== null);
    return replayed;
  }

  deliveries(id: string, cursor: string | null) {
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const params = { path: { id }, query };
    return answerOf(this.client.GET('/v1/webhooks/{id}/deliveries', { params }));
  }

  replayOne(id: string, deliveryId: string): Promise<WebhookDelivery> {
    const params = { path: { id, delivery_id: deliveryId } };
    return answerOf(
      this.client.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/replay', { params }),
    );
  }
}

function at(id: string) {
  return { params: { path: { id } } };
}
