/** The records of one finished chat order, built as the ledger builds them. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { costScale8, feeScale8, holdAmountScale8 } from '../../domain/money';
import { stateFields } from '../../domain/order-states';
import type { FillDocument } from '../../records/documents/fill';
import type { JournalDocument } from '../../records/documents/journal';
import {
  captureLines,
  holdLines,
  newJournal,
  releaseLines,
} from '../../records/ledger/journal-lines';
import { newFill, storedFill } from '../../records/ledger/new-fill';
import { openHold } from '../../records/ledger/new-hold';
import { orderFields } from '../../records/ledger/reserve-fill';
import { resolvedHold } from '../../records/ledger/resolve-hold';
import { asDouble } from '../../records/collections';
import type { AskDocument } from '../../records/documents/ask';
import type { OrderDocument } from '../../records/documents/order';
import type { TradeDocument } from '../../records/documents/trade';

export interface PastChat {
  readonly at: Date;
  readonly accountId: string;
  readonly ask: AskDocument;
  readonly reservedTokens: number;
  /** Null: the seller failed, and the order was refused. */
  readonly usedTokens: number | null;
}

export interface ChatRecords {
  readonly order: OrderDocument;
  readonly fill: FillDocument;
  readonly journals: readonly JournalDocument[];
  readonly trade: TradeDocument | null;
}

export const FEE_BASIS_POINTS = 100;
const ANSWER_MS = 400;
const REFUSAL = { code: 'no_seller', message: 'No seller answered.', param: null };

export function chatRecords(chat: PastChat): ChatRecords {
  const { at, accountId, ask, usedTokens } = chat;
  const endedAt = new Date(at.getTime() + ANSWER_MS);
  const [orderId, fillId] = [newId(at), newId(at)];
  const { sellerId, modelId, tenor, region, priceScale8 } = ask;
  const holdScale8 = holdAmountScale8(priceScale8, chat.reservedTokens);
  const reserved: FillDocument = {
    ...newFill(
      {
        _id: fillId,
        kind: 'chat',
        isCounted: true,
        orderId,
        accountId,
        askId: ask._id,
        sellerId,
        modelId,
        tenor,
        region,
        priceScale8,
        epoch: 1,
        quantityTokens: chat.reservedTokens,
      },
      at,
    ),
    hold: openHold(holdScale8),
  };
  const holdJournal = newJournal({
    _id: `hold:${fillId}`,
    kind: 'hold',
    accountId,
    fillId,
    holdId: fillId,
    orderId,
    lines: holdLines(accountId, holdScale8),
    createdAt: at,
  });
  const costs = usedTokens === null ? 0n : costScale8(priceScale8, usedTokens);
  const fee = feeScale8(costs, FEE_BASIS_POINTS);
  const fill = ended(reserved, { usedTokens, costScale8: costs, feeScale8: fee }, endedAt);
  const captures = costs > 0n;
  const ending = newJournal({
    _id: `${captures ? 'capture' : 'release'}:${fillId}`,
    kind: captures ? 'capture' : 'release',
    accountId,
    sellerId: captures ? sellerId : null,
    fillId,
    holdId: fillId,
    orderId,
    lines: captures
      ? captureLines({
          accountId,
          sellerId,
          holdScale8,
          costScale8: costs,
          feeScale8: fee,
        })
      : releaseLines(accountId, holdScale8),
    reason: captures ? null : 'seller_failed',
    createdAt: endedAt,
  });
  return {
    order: orderOf(chat, fill, orderId, endedAt),
    fill: storedFill(fill),
    journals: [holdJournal, ending],
    trade: usedTokens === null ? null : tradeOf(fill, endedAt),
  };
}

/** With the time of the record, as every id of the exchange has it. */
export function newId(at: Date): string {
  return uuidV7At(at.getTime(), randomUUID());
}

export function ended(
  fill: FillDocument,
  charge: Pick<FillDocument, 'costScale8' | 'feeScale8'> & { readonly usedTokens: number | null },
  endedAt: Date,
): FillDocument {
  const isSettled = charge.usedTokens !== null;
  const usedTokens = charge.usedTokens ?? 0;
  const tokens = asDouble(usedTokens);
  return {
    ...fill,
    ...charge,
    usedTokens,
    status: isSettled ? 'settled' : 'released',
    releaseReason: isSettled ? null : 'seller_failed',
    attempts: fill.attempts.map((attempt) => ({
      ...attempt,
      state: isSettled ? 'delivered' : 'failed',
      ...(isSettled ? {} : { reason: 'failed' as const }),
      endedAt,
    })),
    usage: isSettled
      ? { promptTokens: asDouble(0), completionTokens: tokens, totalTokens: tokens }
      : null,
    hold: resolvedHold(fill, charge.costScale8),
    settledAt: isSettled ? endedAt : null,
  };
}

export function orderOf(
  { accountId, ask, reservedTokens, usedTokens, at }: PastChat,
  { _id: fillId }: FillDocument,
  orderId: string,
  endedAt: Date,
): OrderDocument {
  const fields = orderFields(
    {
      orderId,
      accountId,
      modelId: ask.modelId,
      region: null,
      venuePin: null,
      workflowId: `past-${orderId}`,
      requestId: `past-${orderId}`,
      ceilingScale8: ask.priceScale8 * 2n,
      streamed: false,
      quantityMinTokens: reservedTokens,
      quantityMaxTokens: reservedTokens,
    },
    at,
  );
  const isFilled = usedTokens !== null;
  return {
    _id: orderId,
    ...fields,
    ...stateFields(isFilled ? 'filled' : 'refused', fillId),
    refusal: isFilled ? null : REFUSAL,
    updatedAt: endedAt,
  };
}

function tradeOf(fill: FillDocument, executedAt: Date): TradeDocument {
  const { _id, askId, orderId, accountId, sellerId, modelId, tenor, region, priceScale8 } = fill;
  return {
    _id,
    tradeId: randomUUID(),
    askId,
    orderId,
    accountId,
    sellerId,
    modelId,
    tenor,
    region,
    priceScale8,
    quantityTokens: asDouble(fill.usedTokens),
    grossScale8: fill.costScale8,
    feeScale8: fill.feeScale8,
    netScale8: fill.costScale8 - fill.feeScale8,
    takerSide: 'bid',
    status: 'settled',
    usageFlag: null,
    executedAt,
  };
}
