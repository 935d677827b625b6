/** Registrations as a seller sends them, on either of the two routes. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Answer, Exchange } from '../support/exchange';

export const ROUTES = {
  Seller: '/seller/v1/register',
  Market: '/market/v1/sellers/register',
} as const;
export type RouteName = keyof typeof ROUTES;

export function newKey(): string {
  return randomBytes(24).toString('hex');
}

/** An address that nothing listens on: registration never calls the endpoint. */
export function newEndpoint(): string {
  return `http://127.0.0.1:8999/${randomUUID()}`;
}

export function registration(fields: object = {}): Record<string, unknown> {
  return {
    name: 'A seller',
    endpoint_url: newEndpoint(),
    supported_models: ['llama-3.1-8b'],
    api_key: newKey(),
    ...fields,
  };
}

export function register(
  exchange: Exchange,
  body: object,
  options: { route?: RouteName; currentKey?: string; gateway?: number } = {},
): Promise<Answer> {
  const { currentKey, gateway = 0 } = options;
  return exchange.send('POST', ROUTES[options.route ?? 'Seller'], {
    body,
    gateway,
    ...(currentKey === undefined ? {} : { headers: { 'x-seller-api-key': currentKey } }),
  });
}

/** What a key opens: the seller's own profile, or the refusal. */
export function profile(exchange: Exchange, key: string, gateway = 0): Promise<Answer> {
  const headers = { 'x-seller-api-key': key };
  return exchange.send('GET', '/seller/v1/profile', { headers, gateway });
}
