/** The trade in capacity of one simulation: orders of its accounts, and asks that come after them. */
import { randomUUID } from 'node:crypto';
import { formatPrice } from '../../domain/money';
import type { WritableRecords } from '../../records/connect';
import type { Random } from '../support/random';
import type { CapacityOrder, NewAsk } from './traders';

const PRICE_SCALE8 = 1_000n;
const HOUR_S = 3_600;
/** Of an order that expires within the simulation. */
const SHORT_MS = 20_000;

export type OrderTenor = 'spot' | '1h';

export interface Trade {
  readonly orders: readonly CapacityOrder[];
  /** That are offered while orders rest. */
  readonly newAsks: readonly NewAsk[];
}

interface Terms {
  readonly modelId: string;
  readonly accounts: Iterable<string>;
  /** Whether relays follow the books: then orders may rest, and asks expire. */
  readonly hasRelays: boolean;
  readonly tenor: OrderTenor | undefined;
}

export async function makeTrade(
  { sellers }: WritableRecords,
  random: Random,
  { modelId, accounts, hasRelays, tenor }: Terms,
): Promise<Trade> {
  const accountIds = [...accounts];
  const orders = Array.from({ length: random.between(2, 4) }, () =>
    makeOrder(random, { modelId, hasRelays, tenor }, random.of(accountIds)),
  );
  const known = await sellers.find({ supportedModels: modelId }).sort({ _id: 1 }).toArray();
  const newAsks = Array.from({ length: random.between(1, 3) }, (_, at): NewAsk => ({
    key: randomUUID(),
    seller: random.of(known),
    told: [],
    isOver: false,
    body: {
      model_id: modelId,
      tenor: tenorOf(random, tenor),
      price: priceOf(random),
      capacity: random.of([30, 210]) + at,
      ttl_seconds: hasRelays ? random.of([60, HOUR_S]) : HOUR_S,
    },
  }));
  return { orders, newAsks };
}

/** Without a relay nobody tells an order of later fills: each ends, and its end finds them. */
function makeOrder(
  random: Random,
  { modelId, hasRelays, tenor }: Omit<Terms, 'accounts'>,
  accountId: string,
): CapacityOrder {
  const key = randomUUID();
  const timeInForce = random.of(['GTC', 'GTC', 'GTD', 'IOC', 'FOK']);
  const expiry = { expires_at: new Date(Date.now() + SHORT_MS).toISOString() };
  const isCancelled = (timeInForce === 'GTC' && !hasRelays) || random.isLikely(0.3);
  return {
    key,
    accountId,
    told: [],
    toldOfCancel: [],
    isOver: false,
    cancelledAfterMs: isCancelled ? random.between(1, 15e3) : null,
    body: {
      model_id: modelId,
      tenor: tenorOf(random, tenor),
      price: priceOf(random),
      quantity: random.of([20, 100, 100, 700, 700, 4e4]),
      client_order_id: key,
      time_in_force: timeInForce,
      ...(timeInForce === 'GTD' ? expiry : {}),
    },
  };
}

const priceOf = (random: Random) =>
  formatPrice(PRICE_SCALE8 * BigInt(random.between(1, 3)), 'perThousand');

const tenorOf = (random: Random, tenor: OrderTenor | undefined) => {
  const any = random.of(['spot', 'spot', '1h']);
  return tenor ?? any;
};
