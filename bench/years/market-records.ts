/** Records of the past beside chats: asks, contract orders that nobody filled, money in and out. */
import { holdAmountScale8 } from '../../domain/money';
import type { AskDocument } from '../../records/documents/ask';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { HoldDocument } from '../../records/documents/hold';
import type { JournalDocument } from '../../records/documents/journal';
import {
  depositLines,
  holdLines,
  newJournal,
  payoutLines,
  releaseLines,
} from '../../records/ledger/journal-lines';
import { openHold } from '../../records/ledger/new-hold';
import { contractOrderDocument } from '../../records/ledger/open-contract-order';
import { MODEL } from '../chat/exchange';
import { newId } from './chat-records';

const HOUR_SECONDS = 3_600;
const PRICE_SCALE8 = 10_000n;
const ORDERED_TOKENS = 10_000;
const RESTED_MS = 60_000;

/** An ask whose sales are added to it; `expire` ends it. */
export function pastAsk(sellerId: string, createdAt: Date): AskDocument {
  return {
    _id: newId(createdAt),
    sellerId,
    surface: 'market',
    modelId: MODEL,
    tenor: 'spot',
    region: 'us-east',
    priceScale8: PRICE_SCALE8,
    capacityTokens: 0,
    remainingTokens: 0,
    reservedTokens: 0,
    soldTokens: 0,
    expiredTokens: 0,
    cancelledTokens: 0,
    lotTokens: 1,
    validForSeconds: HOUR_SECONDS,
    status: 'expired',
    sequence: 1,
    epoch: 1,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + HOUR_SECONDS * 1e3),
  };
}

/** In its stored form: a thousand tokens of it were not sold. */
export function expired(ask: AskDocument): AskDocument {
  const unsoldTokens = 1_000;
  return {
    ...ask,
    capacityTokens: asDouble(ask.soldTokens + unsoldTokens),
    remainingTokens: asDouble(0),
    reservedTokens: asDouble(0),
    soldTokens: asDouble(ask.soldTokens),
    expiredTokens: asDouble(unsoldTokens),
    cancelledTokens: asDouble(0),
    lotTokens: asDouble(1),
    validForSeconds: asDouble(HOUR_SECONDS),
    sequence: asDouble(1),
    epoch: asDouble(1),
  };
}

export interface PastContractOrder {
  readonly order: ContractOrderDocument;
  readonly hold: HoldDocument;
  readonly journals: readonly JournalDocument[];
}

/** It rested for a minute, then its buyer cancelled it. */
export function cancelledOrder(accountId: string, at: Date): PastContractOrder {
  const orderId = newId(at);
  const endedAt = new Date(at.getTime() + RESTED_MS);
  const amountScale8 = holdAmountScale8(PRICE_SCALE8, ORDERED_TOKENS);
  const opened = contractOrderDocument(
    {
      _id: orderId,
      accountId,
      clientOrderId: null,
      contractId: newId(at),
      ticketId: null,
      modelId: MODEL,
      tenor: 'spot',
      region: null,
      excludedOwner: null,
      timeInForce: 'GTC',
      limitPriceScale8: PRICE_SCALE8,
      quantityTokens: ORDERED_TOKENS,
      spotLifetimeMs: 6e4,
      workflowId: `past-${orderId}`,
      requestId: `past-${orderId}`,
      expiresAt: null,
    },
    { filledTokens: 0, costScale8: 0n, status: 'open', fillCount: 0 },
    at,
  );
  const journal = { accountId, holdId: orderId, orderId };
  return {
    order: {
      ...opened,
      status: 'cancelled',
      reason: 'cancelled',
      updatedAt: endedAt,
      openTokens: asDouble(0),
      closedTokens: asDouble(ORDERED_TOKENS),
    },
    hold: {
      _id: orderId,
      accountId,
      reason: 'order',
      referenceId: orderId,
      priceScale8: PRICE_SCALE8,
      quantityTokens: asDouble(ORDERED_TOKENS),
      ...openHold(amountScale8),
      releasedScale8: amountScale8,
      openScale8: 0n,
      status: 'released',
      createdAt: at,
      resolvedAt: endedAt,
    },
    journals: [
      newJournal({
        _id: `hold:${orderId}`,
        kind: 'hold',
        ...journal,
        lines: holdLines(accountId, amountScale8),
        createdAt: at,
      }),
      newJournal({
        _id: `release:${orderId}`,
        kind: 'release',
        ...journal,
        reason: 'cancelled',
        lines: releaseLines(accountId, amountScale8),
        createdAt: endedAt,
      }),
    ],
  };
}

export function pastDeposit(
  accountId: string,
  amountScale8: bigint,
  reference: string,
  createdAt: Date,
): JournalDocument {
  return newJournal({
    _id: `deposit:${accountId}:${reference}`,
    kind: 'deposit',
    accountId,
    lines: depositLines(accountId, amountScale8),
    reference,
    createdAt,
  });
}

export function pastPayout(
  sellerId: string,
  amountScale8: bigint,
  reference: string,
  createdAt: Date,
): JournalDocument {
  return newJournal({
    _id: `payout:${sellerId}:${reference}`,
    kind: 'payout',
    sellerId,
    lines: payoutLines(sellerId, amountScale8),
    reference,
    createdAt,
  });
}
