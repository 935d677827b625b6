/** Buyers of capacity: resting orders, filled orders and tickets. */
import { Pool } from 'undici';
import { MODEL } from '../chat/exchange';
import type { Call } from '../measure/load';

/** Below and above the only ask, per 1,000 tokens. */
const RESTING_PRICE = '0.00001';
const TAKING_PRICE = '0.001';
const QUANTITY_TOKENS = 1_000;
/** Larger than the draws of a run. */
const LOT_TOKENS = 5_000_000;

interface Order {
  readonly order_id: string;
  readonly status: string;
}

export class ContractBuyers {
  private readonly pool: Pool;

  /** @param keys of the buyers, by caller */
  constructor(
    url: string,
    private readonly keys: readonly string[],
  ) {
    this.pool = new Pool(url, { connections: keys.length });
  }

  /** An order, measured to the answer `open`. Its cancellation is not measured. */
  readonly resting: Call = async (caller) => {
    const startedAt = performance.now();
    const { order_id: orderId } = await this.order(caller, RESTING_PRICE, 'open');
    const latencyMs = performance.now() - startedAt;
    await this.send(caller, 'DELETE', `/market/v1/orders/${orderId}`);
    return latencyMs;
  };

  /** An order, measured to the answer `filled`. */
  readonly filled: Call = async (caller) => {
    const startedAt = performance.now();
    await this.order(caller, TAKING_PRICE, 'filled');
    return performance.now() - startedAt;
  };

  readonly ticket: Call = async (caller) => {
    const startedAt = performance.now();
    await this.buyTicket(caller, QUANTITY_TOKENS);
    return performance.now() - startedAt;
  };

  /** Buys a lot that outlasts the run. @returns the credential of its draws */
  buyLot(caller: number): Promise<string> {
    return this.buyTicket(caller, LOT_TOKENS);
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async order(caller: number, price: string, status: string): Promise<Order> {
    const body = { model_id: MODEL, quantity: QUANTITY_TOKENS, price };
    const answer = await this.send(caller, 'POST', '/market/v1/contracts', body);
    const order = JSON.parse(answer) as Order;
    if (order.status !== status) throw new Error(`The order is ${order.status}, not ${status}`);
    return order;
  }

  private async buyTicket(caller: number, quantityTokens: number): Promise<string> {
    const body = { model: MODEL, quantity_tokens: quantityTokens, max_price: TAKING_PRICE };
    const answer = await this.send(caller, 'POST', '/buyer/v1/tickets', body);
    return (JSON.parse(answer) as { credential: string }).credential;
  }

  private async send(
    caller: number,
    method: 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<string> {
    const { statusCode, body: answer } = await this.pool.request({
      path,
      method,
      headers: {
        authorization: `Bearer ${this.keys[caller]}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (statusCode >= 300)
      throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 300)}`);
    return text;
  }
}
