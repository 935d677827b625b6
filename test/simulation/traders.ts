/**
 * Traders of a simulation: buyers of capacity, who place orders and cancel some, and sellers who offer
 * more. Each sends a request with its key until it is told an end, and remembers what it was told. The
 * gateway's handlers answer it, without HTTP.
 */
import { z } from 'zod';
import { createAskSchema } from '../../api/schemas/asks';
import { createContractSchema } from '../../api/schemas/contracts';
import { Failure } from '../../domain/errors';
import type { SellerDocument } from '../../records/seller';
import type { Random } from '../support/random';
import { Actor } from './actors';
import type { SimulatedProcess } from './processes';
import { Reply } from './reply';
import { wait } from './temporal-values';
import type { TradeRoutes } from './trade-routes';

const SCHEMAS = {
  placeOrder: createContractSchema,
  cancelOrder: z.object({}),
  createAsk: createAskSchema,
} as const;
const PATIENCE_MS = 30_000;
const TRIES_MAX = 12;

/** What a trader was told at the end of a request. */
export type Told<Body = unknown> =
  | { readonly kind: 'done'; readonly body: Body }
  | { readonly kind: 'refused'; readonly code: string }
  /** Nobody knows the outcome: the trader asks again. */
  | { readonly kind: 'failed'; readonly code: string };

/** An order as its buyer reads it, as far as it is checked. */
export interface OrderBody {
  readonly order_id: string;
  readonly status: string;
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly remaining: number;
}

export interface CapacityOrder {
  readonly key: string;
  readonly accountId: string;
  readonly body: object;
  /** After how long it is cancelled; null when never. */
  readonly cancelledAfterMs: number | null;
  readonly told: Told<OrderBody>[];
  readonly toldOfCancel: Told[];
  isOver: boolean;
}

export interface NewAsk {
  readonly key: string;
  readonly seller: SellerDocument;
  readonly body: { readonly capacity: number } & Readonly<Record<string, unknown>>;
  readonly told: Told<{ readonly ask_id: string }>[];
  isOver: boolean;
}

interface Sent {
  readonly route: keyof TradeRoutes;
  readonly key: string;
  readonly locals: object;
  readonly body: object;
  readonly params?: Readonly<Record<string, string>>;
}

export class Trader {
  private readonly actor = new Actor('trader');

  constructor(
    private readonly random: Random,
    private readonly gateways: () => readonly SimulatedProcess[],
  ) {}

  place(order: CapacityOrder): void {
    void this.actor.run(() => this.placeAndCancel(order));
  }

  offer(ask: NewAsk): void {
    const { key, seller, body, told } = ask;
    void this.actor.run(async () => {
      await wait(this.random.between(1, 10_000));
      await this.untilTold({ route: 'createAsk', key, body, locals: { seller } }, told);
      ask.isOver = true;
    });
  }

  private async placeAndCancel(order: CapacityOrder): Promise<void> {
    const { key, body, told, toldOfCancel, cancelledAfterMs, accountId } = order;
    const locals = { buyer: { accountId, keyId: 'key', owner: null, quotas: {} } };
    await wait(this.random.between(1, 5_000));
    await this.untilTold({ route: 'placeOrder', key, body, locals }, told);
    const last = told.at(-1);
    if (cancelledAfterMs !== null && last?.kind === 'done') {
      await wait(cancelledAfterMs);
      const params = { id: last.body.order_id };
      await this.untilTold({ route: 'cancelOrder', key, body: {}, locals, params }, toldOfCancel);
    }
    order.isOver = true;
  }

  private async untilTold<Body>(sent: Sent, told: Told<Body>[]): Promise<void> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const gateways = this.gateways();
      if (gateways.length > 0) {
        const answer = await send<Body>(this.random.of(gateways), sent);
        told.push(answer);
        if (answer.kind !== 'failed') return;
      }
      await wait(this.random.between(100, 5_000));
    }
  }
}

async function send<Body>({ actor, gateway }: SimulatedProcess, sent: Sent): Promise<Told<Body>> {
  const { route, key, body, locals, params = {} } = sent;
  const reply = new Reply({ requestId: key, ...locals });
  const req = {
    get: (name: string) => (name === 'idempotency-key' ? key : undefined),
    ...{ body, params, res: reply },
  };
  const answer = actor.run(async (): Promise<Told<Body>> => {
    try {
      const parsed = { body: SCHEMAS[route].parse(body) };
      await gateway!.trade[route](req as never, reply as never, parsed as never);
      return { kind: 'done', body: reply.body as Body };
    } catch (err) {
      const code = err instanceof Failure ? err.code : String(err);
      const isRefused = err instanceof Failure && err.rule.status < 500;
      return { kind: isRefused ? 'refused' : 'failed', code };
    }
  });
  const told = await Promise.race([answer, wait(PATIENCE_MS)]);
  if (!told) actor.run(() => setTimeout(() => reply.close(), 1));
  return told ?? { kind: 'failed', code: 'hung up' };
}
