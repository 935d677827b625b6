/** A lot whose window is shorter than any that can be bought: paid for in the records, without a book. */
import { v7 as uuidV7 } from 'uuid';
import type { LotWorkflowInput } from '../../domain/contract-orders';
import type { WritableRecords } from '../../records/connect';
import type { TestSeller } from '../support/exchange';
import { openedBook } from '../records/scenario';
import { MODEL } from '../support/exchange';

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
  const epoch = await epochOf(records);
  await records.ledger.asks.placed(askId, 1, epoch);
  const now = await records.ledger.capacity.now();
  const window = { opensAtMs: now.getTime(), endsAtMs: now.getTime() + windowMs };
  const bought = await records.ledger.capacity.buyTicket({
    order: {
      _id: orderId,
      accountId,
      contractId,
      ticketId,
      quantityTokens,
      modelId: MODEL,
      tenor: 'spot',
      clientOrderId: null,
      region: null,
      excludedOwner: null,
      timeInForce: 'FOK',
      limitPriceScale8: terms.priceScale8,
      spotLifetimeMs: windowMs,
      workflowId: 'none',
      requestId: 'none',
      expiresAt: null,
    },
    credentialHash: ticketId,
    fill: {
      fillId,
      askId,
      quantityTokens,
      priceScale8: terms.priceScale8,
      epoch,
      takerSide: 'bid',
      atMs: now.getTime(),
    },
    seller: { sellerId, region: 'us-east' },
    window,
    fees: () => 0,
    now,
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
