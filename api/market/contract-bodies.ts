/** Bodies of orders, contracts and lots. */
import { contractStatusAt, lotStatusAt, owedAt } from '../../domain/contract-standing';
import { averagePriceScale8, formatPrice, notionalScale11 } from '../../domain/money';
import type { ContractDocument } from '../../records/documents/contract';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { LotDocument } from '../../records/documents/lot';
import { orderData } from '../../records/queries/order-data';
import type { ContractBody, OrderBody } from '../schemas/contracts';

export function orderBody(order: ContractOrderDocument): OrderBody {
  return orderData(order);
}

/** Times of capacity reports that are below what is owed, by lot. */
export type ShortReports = ReadonlyMap<string, Date>;
const NONE: ShortReports = new Map();

/** All variable fields derive from one read of its lots, so that they are consistent. */
export function contractBody(
  contract: ContractDocument,
  lots: readonly LotDocument[],
  now: Date,
  short: ShortReports = NONE,
): ContractBody {
  const quantityTokens = lots.reduce((sum, lot) => sum + lot.quantityTokens, 0);
  const owed = lots.map((lot) => owedAt(lot, now));
  const times = (pick: (lot: LotDocument) => Date) => lots.map((lot) => pick(lot).getTime());
  return {
    contract_id: contract._id,
    order_id: contract.orderId,
    ticket_id: contract.ticketId,
    model_id: contract.modelId,
    instrument: contract.modelId,
    region: contract.region,
    tenor: contract.tenor,
    quantity: quantityTokens,
    remaining: owed.reduce((sum, { remainingTokens }) => sum + remainingTokens, 0),
    reserved_tokens: owed.reduce((sum, { reservedTokens }) => sum + reservedTokens, 0),
    price: averagePrice(lots, quantityTokens) ?? '0',
    status: contractStatusAt(lots, now),
    delivery_start: new Date(Math.min(...times(({ opensAt }) => opensAt))).toISOString(),
    expires_at: new Date(Math.max(...times(({ endsAt }) => endsAt))).toISOString(),
    created_at: contract.createdAt.toISOString(),
    lots: lots.map((lot, at) => ({
      lot_id: lot._id,
      seller_id: lot.sellerId,
      quantity: lot.quantityTokens,
      remaining: owed[at]!.remainingTokens,
      reserved_tokens: owed[at]!.reservedTokens,
      price: formatPrice(lot.priceScale8, 'perThousand'),
      status: lotStatusAt(lot, now),
      capacity_short_at: short.get(lot._id)?.toISOString() ?? null,
    })),
  };
}

function averagePrice(lots: readonly LotDocument[], tokens: number): string | null {
  const totalScale11 = lots.reduce(
    (sum, lot) => sum + notionalScale11(lot.priceScale8, lot.quantityTokens),
    0n,
  );
  return tokens === 0 ? null : formatPrice(averagePriceScale8(totalScale11, tokens), 'perThousand');
}
