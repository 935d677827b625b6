/** Orders, contracts and tickets of an exchange, driven over HTTP. */
import type { Answer, Exchange, TestSeller } from '../support/exchange';
import { MODEL } from '../support/exchange';
import { until } from '../support/wait';

export function as(key: string, idempotencyKey?: string) {
  return {
    headers: {
      authorization: `Bearer ${key}`,
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
  };
}

export function placeOrder(
  exchange: Exchange,
  key: string,
  order: object,
  idempotencyKey?: string,
): Promise<Answer> {
  return exchange.send('POST', '/market/v1/contracts', {
    ...as(key, idempotencyKey),
    body: { model_id: MODEL, quantity: 10_000, price: '0.001', ...order },
  });
}

export async function readOrder(exchange: Exchange, key: string, orderId: string): Promise<any> {
  return (await exchange.send('GET', `/market/v1/orders/${orderId}`, as(key))).body;
}

export async function readContract(exchange: Exchange, key: string, id: string): Promise<any> {
  return (await exchange.send('GET', `/market/v1/contracts/${id}`, as(key))).body;
}

export function cancelOrder(exchange: Exchange, key: string, orderId: string): Promise<Answer> {
  return exchange.send('DELETE', `/market/v1/orders/${orderId}`, as(key));
}

export function buyTicket(
  exchange: Exchange,
  key: string,
  ticket: object = {},
  idempotencyKey?: string,
): Promise<Answer> {
  return exchange.send('POST', '/buyer/v1/tickets', {
    ...as(key, idempotencyKey),
    body: { model: MODEL, quantity_tokens: 10_000, max_price: '0.001', ...ticket },
  });
}

export async function readTicket(exchange: Exchange, key: string, id: string): Promise<any> {
  return (await exchange.send('GET', `/buyer/v1/tickets/${id}`, as(key))).body;
}

export async function deliveriesOf(exchange: Exchange, seller: TestSeller): Promise<any[]> {
  const headers = { 'x-seller-api-key': seller.apiKey };
  const own = await exchange.send('GET', '/seller/v1/deliveries', { headers });
  const path = `/market/v1/sellers/${seller.sellerId}/deliveries`;
  const byId = await exchange.send('GET', path, { headers });
  expect(byId.body).toEqual(own.body);
  return own.body.deliveries;
}

export async function untilOrder(
  exchange: Exchange,
  key: string,
  orderId: string,
  parts: object,
  timeoutMs = 20_000,
): Promise<any> {
  return until(
    async () => {
      const order = await readOrder(exchange, key, orderId);
      expect(order).toMatchObject(parts);
      return order;
    },
    { timeoutMs, what: `order ${orderId} to be ${JSON.stringify(parts)}` },
  );
}
