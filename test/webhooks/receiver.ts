/** A receiver of webhooks on loopback, and endpoints that lead to it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { CHALLENGE_EVENT } from '../../domain/webhooks';
import { webhookBodySchema } from '../../api/schemas/webhook-events';
import type { Answer, Exchange, RegisteredSeller } from '../support/exchange';
import { until } from '../support/wait';

export interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: any;
}

export interface Receiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  readonly challenges: ReceivedEvent[];
  /** How it answers a challenge from now on; by default with its text. */
  confirm: (res: ServerResponse, challenge: string) => void;
  /** How it answers other events from now on; by default with 204. */
  answer: (res: ServerResponse) => void;
  close(): Promise<void>;
}

const accept = (res: ServerResponse) => void res.writeHead(204).end();

export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedEvent[] = [];
  const server = createServer((req, res) => {
    void text(req).then((sent) => {
      const event = { headers: req.headers, text: sent, body: JSON.parse(sent) };
      if (event.body.type === CHALLENGE_EVENT) {
        receiver.challenges.push(event);
        return receiver.confirm(res, event.body.data.challenge);
      }
      received.push(event);
      receiver.answer(res);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    challenges: [],
    confirm: (res, challenge) => void res.end(challenge),
    answer: accept,
    async close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}

/** Answers with a status and nothing else. */
export function withStatus(status: number, headers: Record<string, string> = {}) {
  return (res: ServerResponse) => void res.writeHead(status, headers).end();
}

export const acceptAll = accept;

export type Holder = { readonly key: string } | RegisteredSeller;

export function asHolder(holder: Holder) {
  return 'key' in holder
    ? { headers: { authorization: `Bearer ${holder.key}` } as Record<string, string> }
    : { headers: { 'x-seller-api-key': holder.apiKey } as Record<string, string> };
}

/** A request to the routes of webhooks on the holder's surface. */
export function webhooks(
  exchange: Exchange,
  holder: Holder,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  body?: object,
): Promise<Answer> {
  const surface = 'key' in holder ? 'market' : 'seller';
  return exchange.send(method, `/${surface}/v1/webhooks${path}`, {
    ...asHolder(holder),
    ...(body ? { body } : {}),
  });
}

export interface Endpoint {
  readonly id: string;
  readonly secret: string;
}

export async function subscribe(
  exchange: Exchange,
  holder: Holder,
  url: string,
  types: string[] | null = null,
): Promise<Endpoint> {
  const made = await webhooks(exchange, holder, 'POST', '', { url, event_types: types });
  expect(made.body).toMatchObject({ status: 'enabled', url });
  return { id: made.body.webhook_id, secret: made.body.secret };
}

/** Waits for events of a type, and verifies each with the library and its schema. */
export async function verifiedEvents(
  receiver: Receiver,
  secret: string,
  type: Parameters<typeof webhookBodySchema>[0],
  count = 1,
): Promise<any[]> {
  const found = await until(
    () => {
      const ofType = receiver.received.filter(({ body }) => body.type === type);
      return ofType.length >= count ? ofType : null;
    },
    { what: `${count} of ${type}` },
  );
  return found.map(({ headers, text: sent, body }) => {
    new Webhook(secret).verify(sent, headers as Record<string, string>);
    expect(headers['webhook-id']).toBe(body.id);
    expect(webhookBodySchema(type).strict().parse(body).data).toEqual(body.data);
    return body;
  });
}

export async function deliveriesOf(exchange: Exchange, holder: Holder, id: string): Promise<any[]> {
  return (await webhooks(exchange, holder, 'GET', `/${id}/deliveries?limit=100`)).body.deliveries;
}
