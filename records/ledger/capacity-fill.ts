/**
 * The records of a contract order's fill: the fill, its lot under the contract, its trade, and the
 * journal that moves its cost into escrow.
 */
import { randomUUID } from 'node:crypto';
import type { FeeSchedule } from '../../domain/fees';
import { bookName } from '../../domain/instruments';
import { costScale8, feeScale8, notionalScale11 } from '../../domain/money';
import { pinOf } from '../../domain/regions';
import { type DeliveryWindow, type Tenor, deliveryWindow, isForward } from '../../domain/tenors';
import type { AskDocument } from '../documents/ask';
import type { BookDocument } from '../documents/book';
import { asDouble } from '../collections';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { TradeDocument } from '../documents/trade';
import { lotMomentEvent } from '../webhooks/events';
import { isStale } from './fence-stripes';
import { escrowLines, newJournal } from './journal-lines';
import { newFill, storedFill } from './new-fill';
import { insert, type Writes } from './writes';
import type { CapacityFill } from '../../domain/fill';

/** A fill as the book made it; its order is named separately. */
export type NewCapacityFill = Omit<CapacityFill, 'orderId'>;

type CapacityTerms = Pick<
  ContractOrderDocument,
  'modelId' | 'tenor' | 'region' | 'limitPriceScale8'
>;

/** Why MongoDB, which decides, refuses a fill that the book has made. */
export type CapacityRefusal =
  | 'ask_not_active'
  /** The book has more tokens than the ask's record, or other terms. */
  | 'ask_short'
  /** The book was rebuilt since. */
  | 'stale_epoch'
  /** The fill has a tombstone. */
  | 'abandoned'
  | 'order_closed'
  | 'insufficient_balance'
  /** It was not recorded before the beginning of its delivery window. */
  | 'window_begun';

export interface CapacityParts {
  readonly order: Pick<
    ContractOrderDocument,
    '_id' | 'accountId' | 'contractId' | 'modelId' | 'tenor'
  >;
  readonly ask: Pick<AskDocument, 'sellerId' | 'region'>;
  readonly fill: NewCapacityFill;
  readonly window: DeliveryWindow;
  /** The part of its order's hold that the fill frees; 0 without a hold. */
  readonly freedScale8: bigint;
  readonly costScale8: bigint;
  readonly feeBasisPoints: number;
  readonly now: Date;
}

/**
 * The window of a fill. Spot capacity is delivered from its record, so that none of it passes before;
 * that of a later tenor from the boundary after the match, so that both sides know it.
 */
export function windowOf(
  { tenor, spotLifetimeMs }: Pick<ContractOrderDocument, 'tenor' | 'spotLifetimeMs'>,
  { atMs }: Pick<NewCapacityFill, 'atMs'>,
  now: Date,
): DeliveryWindow {
  const recordedAtMs = now.getTime();
  const matchedAtMs = isForward(tenor) ? Math.min(atMs, recordedAtMs) : recordedAtMs;
  return deliveryWindow(tenor, matchedAtMs, spotLifetimeMs);
}

/** Whether a fill of a later tenor is recorded too late to be delivered in full (CONTRACT-5). */
export function hasBegun(tenor: Tenor, window: DeliveryWindow, now: Date): boolean {
  return isForward(tenor) && window.opensAtMs <= now.getTime();
}

function latestRecord({ order, window }: CapacityParts): Date | null {
  return isForward(order.tenor) ? new Date(window.opensAtMs) : null;
}

export function capacityCostScale8({ priceScale8, quantityTokens }: NewCapacityFill): bigint {
  return costScale8(priceScale8, quantityTokens);
}

/** Price x quantity less 1,000 x cost: averages are exact with it. */
export function costRestScale11({
  fill,
  costScale8: cost,
}: Pick<CapacityParts, 'fill' | 'costScale8'>) {
  return notionalScale11(fill.priceScale8, fill.quantityTokens) - 1_000n * cost;
}

/** The basis points of a fill's lot: fixed at the match, for all of its draws. */
export function lotFee(
  fees: FeeSchedule,
  { order, ask, fill }: Pick<CapacityParts, 'order' | 'ask' | 'fill'>,
): number {
  const { accountId, tenor } = order;
  const { sellerId } = ask;
  return fees({ kind: 'lot', tenor, accountId, sellerId, quantityTokens: fill.quantityTokens });
}

/** The first reason for which the records refuse a fill that the book has made. */
export function capacityRefusal(
  ask: AskDocument | undefined,
  book: BookDocument | undefined,
  order: CapacityTerms,
  fill: NewCapacityFill,
): CapacityRefusal | null {
  if (ask?.status !== 'active') return 'ask_not_active';
  if (isStale(fill.epoch, ask, book)) return 'stale_epoch';
  if (ask.remainingTokens < fill.quantityTokens || !isBetween(ask, order, fill)) return 'ask_short';
  return null;
}

/**
 * Whether ask and order could meet in one book, at the price of the one that rested. Redis has named
 * the ask and the price.
 */
function isBetween(ask: AskDocument, order: CapacityTerms, fill: NewCapacityFill): boolean {
  const { limitPriceScale8 } = order;
  const resting = fill.takerSide === 'bid' ? ask.priceScale8 : limitPriceScale8;
  return (
    bookName(ask) === bookName(order) &&
    (pinOf(order.region) ?? ask.region) === ask.region &&
    ask.priceScale8 <= limitPriceScale8 &&
    fill.priceScale8 === resting
  );
}

export function lotDocument(parts: CapacityParts): LotDocument {
  const { order, ask, fill, window, now } = parts;
  return {
    _id: fill.fillId,
    contractId: order.contractId,
    orderId: order._id,
    accountId: order.accountId,
    sellerId: ask.sellerId,
    askId: fill.askId,
    modelId: order.modelId,
    tenor: order.tenor,
    region: ask.region,
    priceScale8: fill.priceScale8,
    quantityTokens: asDouble(fill.quantityTokens),
    remainingTokens: asDouble(fill.quantityTokens),
    reservedTokens: asDouble(0),
    drawnTokens: asDouble(0),
    paidTokens: asDouble(0),
    refundedTokens: asDouble(0),
    draws: asDouble(0),
    costScale8: parts.costScale8,
    escrowScale8: parts.costScale8,
    earnedScale8: 0n,
    feeScale8: 0n,
    refundedScale8: 0n,
    feeBasisPoints: asDouble(parts.feeBasisPoints),
    status: 'open',
    opensAt: new Date(window.opensAtMs),
    endsAt: new Date(window.endsAtMs),
    createdAt: now,
    closedAt: null,
    hasStory: false,
  };
}

/** All writes of a fill except its order, its contract and the order's hold. */
export function capacityWrites(
  parts: CapacityParts,
): Pick<Writes, 'balances' | 'asks' | 'lots' | 'fills' | 'trades' | 'journals' | 'webhookEvents'> {
  const { order, fill, freedScale8, costScale8: cost } = parts;
  const lot = lotDocument(parts);
  const { modelId, tenor } = order;
  const { sellerId, region } = parts.ask;
  const { priceScale8, quantityTokens, epoch } = fill;
  const moves = freedScale8 > 0n || cost > 0n;
  return {
    asks: [
      {
        askId: fill.askId,
        reserved: null,
        bought: {
          modelId,
          tenor,
          sellerId,
          region,
          priceScale8,
          quantityTokens,
          epoch,
          before: latestRecord(parts),
        },
        soldTokens: 0,
        returnedTokens: 0,
      },
    ],
    lots: [insert(lot)],
    webhookEvents: [insert(lotMomentEvent('lot.sold', lot, parts.now))],
    fills: [insert(settledFill(parts))],
    trades: [insert(tradeDocument(parts))],
    ...(moves
      ? {
          balances: [
            {
              accountId: order.accountId,
              postedScale8: -cost,
              heldScale8: -freedScale8,
              neededScale8: cost > freedScale8 ? cost - freedScale8 : 0n,
            },
          ],
          journals: [insert(escrowJournal(parts))],
        }
      : {}),
  };
}

/** Settled immediately. */
function settledFill({ order, ask, fill, ...parts }: CapacityParts): FillDocument {
  const { fillId, askId, priceScale8, quantityTokens, epoch } = fill;
  const { sellerId, region } = ask;
  const { accountId, modelId, tenor } = order;
  const terms = { accountId, askId, sellerId, modelId, tenor, region, priceScale8 };
  return storedFill({
    ...newFill(
      { _id: fillId, kind: 'capacity', orderId: order._id, ...terms, quantityTokens, epoch },
      parts.now,
    ),
    status: 'settled',
    attempts: [],
    usedTokens: quantityTokens,
    costScale8: parts.costScale8,
    feeScale8: feeScale8(parts.costScale8, parts.feeBasisPoints),
    settledAt: parts.now,
  });
}

/** Recorded at the match, with the total fee of the lot at the end of its window. */
function tradeDocument(parts: CapacityParts): TradeDocument {
  const { order, ask, fill, now } = parts;
  const fee = feeScale8(parts.costScale8, parts.feeBasisPoints);
  return {
    _id: fill.fillId,
    tradeId: randomUUID(),
    askId: fill.askId,
    orderId: order._id,
    accountId: order.accountId,
    sellerId: ask.sellerId,
    modelId: order.modelId,
    tenor: order.tenor,
    region: ask.region,
    priceScale8: fill.priceScale8,
    quantityTokens: asDouble(fill.quantityTokens),
    grossScale8: parts.costScale8,
    feeScale8: fee,
    netScale8: parts.costScale8 - fee,
    takerSide: fill.takerSide,
    status: 'settled',
    usageFlag: null,
    executedAt: now,
  };
}

function escrowJournal(parts: CapacityParts): JournalDocument {
  const { order, fill, freedScale8, costScale8: cost, now } = parts;
  return newJournal({
    _id: `escrow:${fill.fillId}`,
    kind: 'escrow',
    accountId: order.accountId,
    fillId: fill.fillId,
    holdId: freedScale8 > 0n ? order._id : null,
    orderId: order._id,
    lines: escrowLines(order.accountId, freedScale8, cost),
    reference: fill.fillId,
    createdAt: now,
  });
}
