/** What tests of the contracts' ledger need around them: orders, fills and draws without a book. */
import { v7 as uuidV7 } from 'uuid';
import { orderFillId } from '../../engine/layouts';
import type { WritableRecords } from '../../records/connect';
import type { NewCapacityFill } from '../../records/ledger/capacity-fill';
import type { NewContractOrder } from '../../records/ledger/open-contract-order';
import type { BuyTicketResult } from '../../records/ledger/buy-ticket';
import type { ReserveDrawResult } from '../../records/ledger/reserve-draw';
import { EPOCH, MODEL } from '../records/scenario';

export function newOrder(
  accountId: string,
  terms: Partial<NewContractOrder> = {},
): NewContractOrder & { readonly ticketId: string } {
  return {
    _id: uuidV7(),
    accountId,
    clientOrderId: null,
    contractId: uuidV7(),
    modelId: MODEL,
    tenor: 'spot',
    region: null,
    excludedOwner: null,
    timeInForce: 'GTC',
    limitPriceScale8: 100_000_000n,
    quantityTokens: 1_000,
    spotLifetimeMs: 3_600_000,
    workflowId: 'workflow',
    requestId: 'request',
    expiresAt: null,
    ...terms,
    ticketId: terms.ticketId ?? uuidV7(),
  };
}

/** The n-th fill of an order, as the book would tell it. */
export function nthFill(
  orderId: string,
  count: number,
  parts: Pick<NewCapacityFill, 'askId' | 'quantityTokens'> & Partial<NewCapacityFill>,
): NewCapacityFill {
  return {
    fillId: orderFillId(orderId, count),
    priceScale8: 100_000_000n,
    epoch: EPOCH,
    takerSide: 'bid',
    atMs: Date.now(),
    ...parts,
  };
}

export function fillOrder(records: WritableRecords, orderId: string, ...fills: NewCapacityFill[]) {
  return records.ledger.capacity.fill({ orderId, fills, fees: () => 100 });
}

/** A ticket against one ask, its window open from a moment ago. @returns contract and lot */
export async function boughtTicket(
  records: WritableRecords,
  parts: {
    accountId: string;
    askId: string;
    quantityTokens: number;
    priceScale8?: bigint;
    lifetimeMs?: number;
    feeBasisPoints?: number;
    fillId?: string;
  },
): Promise<{ contractId: string; lotId: string; result: BuyTicketResult }> {
  const { accountId, askId, quantityTokens, priceScale8 = 100_000_000n } = parts;
  const { fillId = uuidV7() } = parts;
  const order = newOrder(accountId, { quantityTokens, limitPriceScale8: priceScale8 });
  const ask = await records.asks.findOne({ _id: askId });
  const result = await records.ledger.capacity.buyTicket({
    order,
    credentialHash: uuidV7(),
    fill: {
      fillId,
      askId,
      priceScale8,
      quantityTokens,
      epoch: EPOCH,
      takerSide: 'bid',
      atMs: Date.now(),
    },
    seller: { sellerId: ask!.sellerId, region: ask!.region },
    window: {
      opensAtMs: Date.now() - 1_000,
      endsAtMs: Date.now() + (parts.lifetimeMs ?? 3_600_000),
    },
    fees: () => parts.feeBasisPoints ?? 100,
    now: new Date(),
  });
  return { contractId: order.contractId, lotId: fillId, result };
}

/** Reserves tokens of a lot for a chat request of its own. */
export async function draw(
  records: WritableRecords,
  lotId: string,
  quantityTokens: number,
): Promise<{ fillId: string; result: ReserveDrawResult }> {
  const lot = await records.lots.findOne({ _id: lotId });
  const fillId = uuidV7();
  const result = await records.ledger.capacity.reserveDraw({
    order: {
      orderId: uuidV7(),
      accountId: lot!.accountId,
      contractId: lot!.contractId,
      modelId: lot!.modelId,
      region: null,
      venuePin: null,
      workflowId: 'workflow',
      requestId: 'request',
      ceilingScale8: 0n,
      quantityMinTokens: quantityTokens,
      quantityMaxTokens: quantityTokens,
      streamed: false,
    },
    fillId,
    lot: lot!,
    quantityTokens,
  });
  return { fillId, result };
}
