/** A valid request for every declared route, from its example and from what earlier answers named. */
import { randomBytes, randomUUID } from 'node:crypto';
import { buyerRoutes } from '../../../api/routes/buyer';
import type { DeclaredRoute, Routes } from '../../../api/routes/declared-route';
import { IDS, MODEL } from '../../../api/routes/examples/values';
import { marketRoutes } from '../../../api/routes/market';
import { operatorRoutes } from '../../../api/routes/operator';
import { sellerRoutes } from '../../../api/routes/seller';

export interface Participants {
  readonly buyerKey: string;
  readonly sellerKey: string;
  readonly sellerId: string;
  readonly operatorToken: string;
  readonly model: string;
}

export interface TestRoute {
  readonly name: string;
  readonly surface: string;
  readonly declared: DeclaredRoute;
  /** Of the answer, for a route that has both. */
  readonly isStreamed: boolean;
}

const SURFACES: Readonly<Record<string, Routes>> = {
  buyer: buyerRoutes,
  seller: sellerRoutes,
  market: marketRoutes,
  operator: operatorRoutes,
};

/** What is deleted or halted last, so that the others find it. */
export const ROUTES: readonly TestRoute[] = Object.entries(SURFACES)
  .flatMap(([surface, routes]) =>
    Object.entries(routes).flatMap(([id, declared]) => {
      const route = { name: `${surface} ${id}`, surface, declared, isStreamed: false };
      const streamed = { ...route, name: `${route.name}, streamed`, isStreamed: true };
      return declared.streamed ? [route, streamed] : [route];
    }),
  )
  .toSorted((a, b) => Number(isLate(a)) - Number(isLate(b)));

function isLate({ declared: { method } }: TestRoute): boolean {
  return method === 'delete' || method === 'patch';
}

/** The text of requests, with ids that were harvested from answers. */
export class TestRequests {
  /** The newest value of each name, as in `contract_id`. */
  private readonly known = new Map<string, string>();

  constructor(private readonly participants: Participants) {
    this.known.set('model_id', participants.model).set('seller_id', participants.sellerId);
  }

  harvest(surface: string, answer: unknown): void {
    if (typeof answer !== 'object' || answer === null) return;
    for (const [name, value] of Object.entries(answer)) {
      if (typeof value !== 'string') this.harvest(surface, value);
      else if (name.endsWith('_id') && name !== 'model_id' && name !== 'seller_id') {
        this.known.set(name, value).set(`${surface} ${name}`, value);
      }
    }
  }

  /** @param headers more of them */
  textOf(route: TestRoute, headers: Readonly<Record<string, string>>): string {
    const { surface, declared, isStreamed } = route;
    const { method, path, body, example } = declared;
    const prefix = surface === 'operator' ? '' : `/${surface}`;
    const query = /orderbook/.test(path) ? `?model_id=${this.participants.model}` : '';
    const content = this.adapted(example?.body ?? {}) as object;
    if (isStreamed) Object.assign(content, { stream: true });
    const sent = body ? JSON.stringify(content) : '';
    const lines = [
      `${method.toUpperCase()} ${prefix}${this.pathOf(surface, path)}${query}${queryOf(declared)} HTTP/1.1`,
      'Host: localhost',
      'Connection: close',
      ...this.credentialOf(declared),
      ...(declared.idempotent ? [`Idempotency-Key: ${randomUUID()}`] : []),
      ...(sent === '' ? [] : ['Content-Type: application/json']),
      ...(method === 'get' ? [] : [`Content-Length: ${Buffer.byteLength(sent)}`]),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    return `${lines.join('\r\n')}\r\n\r\n${sent}`;
  }

  /** `{id}` is the id of what stands before it: `/orders/{id}` has an `order_id`. */
  private pathOf(surface: string, path: string): string {
    return path.replace(/([\w-]+)\/\{(\w+)\}/g, (_, before: string, parameter: string) => {
      const name = parameter === 'id' ? `${before.replace(/s$/, '')}_id` : parameter;
      const value = this.known.get(`${surface} ${name}`) ?? this.known.get(name);
      return `${before}/${encodeURIComponent(value ?? IDS.order)}`;
    });
  }

  /** The example for this market, in which nothing is halted and every endpoint is another one. */
  private adapted(value: unknown): unknown {
    if (value === MODEL) return this.participants.model;
    if (value === true) return false;
    if (Array.isArray(value)) return value.map((one) => this.adapted(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        if (name === 'reference' || name === 'client_order_id') return [name, randomUUID()];
        if (name === 'api_key') return [name, randomBytes(32).toString('hex')];
        if (name === 'endpoint_url') return [name, `http://127.0.0.1:65000/${randomUUID()}`];
        return [name, this.adapted(inner)];
      }),
    );
  }

  private credentialOf({ credential }: DeclaredRoute): string[] {
    const { buyerKey, sellerKey, operatorToken } = this.participants;
    switch (credential) {
      case 'public':
        return [];
      case 'buyer':
      case 'anyBuyerKey':
      case 'managerKey':
      case 'buyerOrTicket':
        return [`Authorization: Bearer ${buyerKey}`];
      case 'seller':
      case 'ownSeller':
        return [`X-Seller-API-Key: ${sellerKey}`];
      case 'operator':
      case 'operatorOrSession':
        return [`Authorization: Bearer ${operatorToken}`];
    }
  }
}

function queryOf({ query }: DeclaredRoute): string {
  return query && 'quantity' in query.shape ? '?quantity=1000' : '';
}

const WEBSOCKET = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

/** Requests for another protocol: both that the gateway speaks, and one that it does not. */
export const UPGRADES: Readonly<Record<string, readonly string[]>> = {
  'order book': ['/market/v1/orderbook?model_id=$model', ...WEBSOCKET],
  'socket.io': ['/socket.io/?EIO=4&transport=websocket', ...WEBSOCKET],
  'unknown book': ['/market/v1/orderbook?model_id=unknown', ...WEBSOCKET],
  'unknown path': ['/v1/elsewhere', ...WEBSOCKET],
  'unknown protocol': ['/buyer/v1/models', 'Connection: Upgrade, close', 'Upgrade: h2c'],
};

/** @param lines path and headers */
export function upgradeText(
  [path = '', ...lines]: readonly string[],
  model: string,
  headers: Readonly<Record<string, string>>,
): string {
  return [`GET ${path.replace('$model', model)} HTTP/1.1`, 'Host: localhost', ...lines]
    .concat(Object.entries(headers).map(([name, value]) => `${name}: ${value}`))
    .join('\r\n')
    .concat('\r\n\r\n');
}

/** The first message behind the agreement to another protocol. */
export function hasMessage(answer: string): boolean {
  return /^HTTP\/1\.1 101 [^]*?\r\n\r\n[^]/.test(answer);
}
