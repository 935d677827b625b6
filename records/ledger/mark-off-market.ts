/** Marks the trades of a transaction that are off-market when they are recorded (PRICE-10). */
import { isOffMarket } from '../../domain/off-market';
import type { MarketPrices } from '../queries/market-prices';
import type { Transaction, Writes } from './writes';

export function markingOffMarket<Request, Answer>(
  transaction: Transaction<Request, Answer>,
  prices: MarketPrices,
): Transaction<Request, Answer> {
  return {
    ...transaction,
    async plan(requests, diagnose) {
      const steps = await transaction.plan(requests, diagnose);
      for (const step of steps) if (step.kind === 'write') await mark(step.writes, prices);
      return steps;
    },
  };
}

async function mark({ trades = [] }: Writes, prices: MarketPrices): Promise<void> {
  for (const operation of trades) {
    if (!('insertOne' in operation)) continue;
    const { document } = operation.insertOne;
    if (isOffMarket(document.priceScale8, await prices.of(document))) document.offMarket = true;
  }
}
