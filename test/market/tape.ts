/** Trades for tests of the market data, printed without the orders that lead to them. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { costScale8 } from '../../domain/money';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import type { TradeDocument } from '../../records/documents/trade';

export interface TradeTerms {
  readonly modelId: string;
  readonly executedAt: Date;
  readonly priceScale8?: bigint;
  readonly quantityTokens?: number;
  readonly region?: TradeDocument['region'];
  readonly tenor?: TradeDocument['tenor'];
  readonly status?: TradeDocument['status'];
  readonly sellerId?: string;
  readonly offMarket?: boolean;
}

export function tradeOf(terms: TradeTerms): TradeDocument {
  const { modelId, executedAt, priceScale8 = 100_000n, quantityTokens = 1_000 } = terms;
  const grossScale8 = costScale8(priceScale8, quantityTokens);
  return {
    _id: uuidV7(),
    tradeId: randomUUID(),
    askId: uuidV7(),
    orderId: uuidV7(),
    accountId: randomUUID(),
    sellerId: terms.sellerId ?? randomUUID(),
    modelId,
    tenor: terms.tenor ?? 'spot',
    region: terms.region ?? 'us-east',
    priceScale8,
    quantityTokens: asDouble(quantityTokens),
    grossScale8,
    feeScale8: 0n,
    netScale8: grossScale8,
    takerSide: 'bid',
    status: terms.status ?? 'settled',
    usageFlag: null,
    ...(terms.offMarket && { offMarket: true }),
    executedAt,
  };
}

/** @returns the ids of the trades */
export async function print(
  records: WritableRecords,
  trades: readonly TradeTerms[],
): Promise<string[]> {
  const documents = trades.map(tradeOf);
  for (let at = 0; at < documents.length; at += 10_000) {
    await records.trades.insertMany(documents.slice(at, at + 10_000), { ordered: false });
  }
  return documents.map(({ _id }) => _id);
}
