/** One order against very many small asks of several sellers, and whether everything adds up. */
import { performance } from 'node:perf_hooks';
import { formatPrice, formatScale8 } from '../../domain/money';
import { newModel } from '../e2e/market';
import { as, placeOrder, readContract, untilOrder } from '../contracts/market';
import type { Exchange, TestSeller } from '../support/exchange';
import { until } from '../support/wait';
import { allDeliveries } from './deliveries';

export interface ManyFills {
  readonly asks: number;
  readonly sellers: number;
  readonly timeInForce: 'GTC' | 'IOC' | 'FOK';
  /** Whether the order rests before its asks come, and is told its fills by the relay. */
  readonly restsFirst: boolean;
  /** What the order wants beyond its asks: it rests with that. */
  readonly unfilledTokens: number;
}

export interface ManyFillsReport {
  readonly what: string;
  readonly answeredMs: number;
  readonly recordedMs: number;
  readonly allLotsBegunMs: number;
  readonly historyEvents: number;
  readonly historyBytes: number;
}

const TOKENS_PER_ASK = 10;
const CONCURRENCY = 24;
/** Prices per 1,000 tokens in scale 8: every ask has one of these. */
const PRICES_SCALE8 = [70_000n, 80_000n, 90_000n, 100_000n];

/** @throws when anything does not add up */
export async function playManyFills(exchange: Exchange, plan: ManyFills): Promise<ManyFillsReport> {
  const { asks, unfilledTokens, timeInForce, restsFirst } = plan;
  const model = newModel();
  const makers = await Promise.all(
    Array.from({ length: plan.sellers }, () => exchange.seller('normal', { models: [model] })),
  );
  const { key } = await exchange.buyer('10');
  const quantity = asks * TOKENS_PER_ASK + unfilledTokens;
  const terms = { model_id: model, price: '0.001', quantity, time_in_force: timeInForce };
  if (!restsFirst) await restAsks(exchange, makers, model, asks);
  const startedAt = performance.now();
  const since = () => Math.round(performance.now() - startedAt);
  const placed = await until(
    async () => {
      const answer = await placeOrder(exchange, key, terms, 'the-order');
      return answer.status === 503 ? null : answer; // on a slow machine it takes longer than one request
    },
    { what: 'the order to be placed' },
  );
  expect(placed).toMatchObject({ status: 200 });
  const answeredMs = since();
  if (restsFirst) await restAsks(exchange, makers, model, asks);
  const { order_id: orderId } = placed.body;
  const filled = asks * TOKENS_PER_ASK;
  const order = await untilOrder(
    exchange,
    key,
    orderId,
    {
      filled_quantity: filled,
      remaining: unfilledTokens,
      status: unfilledTokens === 0 ? 'filled' : 'partially_filled',
    },
    120_000,
  );
  const recordedMs = since();
  const { contract_id: contractId } = order;
  const areBegun = async () =>
    (await exchange.records.lots.countDocuments({ contractId, hasStory: false })) === 0;
  await until(areBegun, { what: 'the workflows of all lots to begin', timeoutMs: 180_000 });
  const allLotsBegunMs = since();

  await expectSums(exchange, { key, contractId, makers, plan });
  const progress = await progressOf(exchange, orderId);
  return { what: nameOf(plan), answeredMs, recordedMs, allLotsBegunMs, ...progress };
}

function nameOf({ asks, sellers, timeInForce, restsFirst }: ManyFills): string {
  return `${asks} fills of ${sellers} sellers, ${timeInForce}${restsFirst ? ', resting first' : ''}`;
}

async function restAsks(
  exchange: Exchange,
  makers: readonly TestSeller[],
  model: string,
  asks: number,
): Promise<void> {
  let next = 0;
  const place = async (): Promise<void> => {
    while (next < asks) {
      const at = next;
      next += 1;
      await exchange.ask(makers[at % makers.length]!, {
        model,
        price: formatPrice(PRICES_SCALE8[at % PRICES_SCALE8.length]!, 'perThousand'),
        capacity: TOKENS_PER_ASK,
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, place));
}

/** Buyer and sellers are told the same, to the token and to the unit. */
async function expectSums(
  exchange: Exchange,
  parts: { key: string; contractId: string; makers: readonly TestSeller[]; plan: ManyFills },
): Promise<void> {
  const { key, contractId, makers, plan } = parts;
  const filled = plan.asks * TOKENS_PER_ASK;
  const contract = await readContract(exchange, key, contractId);
  expect(contract).toMatchObject({ quantity: filled, remaining: filled, status: 'active' });
  expect(contract.lots).toHaveLength(plan.asks);
  const owed = (await Promise.all(makers.map((maker) => allDeliveries(exchange, maker)))).flat();
  expect(owed).toHaveLength(plan.asks);
  expect(owed.reduce((sum, row) => sum + row.remaining, 0)).toBe(filled);
  const trades = await exchange.records.trades.find({ orderId: contract.order_id }).toArray();
  const cost = trades.reduce((sum, trade) => sum + trade.grossScale8, 0n);
  expect(trades).toHaveLength(plan.asks);
  const isResting = plan.restsFirst ? 100_000n * BigInt(filled) : costAtPrices(plan.asks);
  expect(cost * 1_000n).toBe(isResting);
  const account = await exchange.send('GET', '/market/v1/account', as(key));
  expect(account.body).toMatchObject({
    balance: formatScale8(1_000_000_000n - cost),
    reserved: formatScale8(100n * BigInt(plan.unfilledTokens)),
  });
  await exchange.expectExact();
}

function costAtPrices(asks: number): bigint {
  let sum = 0n;
  for (let at = 0; at < asks; at += 1) {
    sum += PRICES_SCALE8[at % PRICES_SCALE8.length]! * BigInt(TOKENS_PER_ASK);
  }
  return sum;
}

async function progressOf(exchange: Exchange, orderId: string) {
  const order = await exchange.records.contractOrders.findOne({ _id: orderId });
  const handle = exchange.temporal.workflow.getHandle(order!.workflowId);
  const { historyLength, historySize } = await handle.describe();
  return { historyEvents: historyLength, historyBytes: historySize ?? 0 };
}
