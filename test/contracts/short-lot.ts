/** A lot whose window is shorter than any that can be bought: paid for in the records, without a book. */
import { v7 as uuidV7 } from 'uuid';
import type { LotWorkflowInput } from '../../domain/contract-orders';
import type { WritableRecords } from '../../records/connect';
import type { TestSeller } from '../support/exchange';
import { openedBook } from '../records/scenario';
import { MODEL } from '../support/exchange';
import { until } from '../support/wait';

export async function shortLot(
  records: WritableRecords,
  parts: { accountId: string; seller: TestSeller; windowMs: number; quantityTokens?: number },
): Promise<LotWorkflowInput> {
  const { accountId, seller, windowMs, quantityTokens = 1_000 } = parts;
  const { sellerId } = seller;
  const [askId, fillId, orderId] = [uuidV7(), uuidV7(), uuidV7()];
  const [contractId, ticketId] = [uuidV7(), uuidV7()];
  const createdAt = new Date();
  const terms = { modelId: MODEL, tenor: 'spot', priceScale8: 100_000n } as const;
  await records.ledger.asks.create({
    ...terms,
    askId,
    sellerId,
    createdAt,
    surface: 'market',
    region: 'us-east',
    capacityTokens: quantityTokens,
    lotTokens: 1,
    validForSeconds: 60,
    expiresAt: new Date(createdAt.getTime() + 6e4),
  });
  const now = await records.ledger.capacity.now();
  const window = { opensAtMs: now.getTime(), endsAtMs: now.getTime() + windowMs };
  const purchase = {
    order: {
      _id: orderId,
      accountId,
      contractId,
      ticketId,
      quantityTokens,
      modelId: MODEL,
      tenor: 'spot' as const,
      clientOrderId: null,
      region: null,
      excludedOwner: null,
      timeInForce: 'FOK' as const,
      limitPriceScale8: terms.priceScale8,
      spotLifetimeMs: windowMs,
      workflowId: 'none',
      requestId: 'none',
      expiresAt: null,
    },
    credentialHash: ticketId,
    seller: { sellerId, region: 'us-east' as const },
    window,
    fees: () => 0,
    now,
  };
  // Where a relay follows the book, it may open it between two of these steps.
  const bought = await until(async () => {
    const epoch = await epochOf(records);
    await records.ledger.asks.placed(askId, 1, epoch);
    const { priceScale8 } = terms;
    const match = { fillId, askId, quantityTokens, priceScale8, takerSide: 'bid' } as const;
    const fill = { ...match, epoch, atMs: now.getTime() };
    const result = await records.ledger.capacity.buyTicket({ ...purchase, fill });
    return result.status === 'refused' && result.reason === 'stale_epoch' ? null : result;
  });
  if (bought.status !== 'bought') throw new Error(JSON.stringify(bought));
  return {
    lotId: fillId,
    contractId,
    orderId,
    accountId,
    sellerId,
    quantityTokens,
    ...window,
    modelId: MODEL,
  };
}

/** Of the book, which is made if it is not known. */
async function epochOf(records: WritableRecords): Promise<number> {
  const book = { modelId: MODEL, tenor: 'spot' } as const;
  await openedBook(records, book);
  return (await records.epochOf(book))!;
}
