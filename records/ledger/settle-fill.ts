/**
 * Settles a fill in one transaction: charges the buyer for the used tokens, credits the seller
 * minus the fee, releases the rest of the hold and of the reserved quantity, records the trade,
 * fills the order and stores the answer. Once per fill. A draw was paid for at its contract's
 * match: the seller is paid from escrow, and no trade is recorded.
 */
import { mongo } from 'mongoose';
import { randomUUID } from 'node:crypto';
import type { CallCounts } from '../../domain/answers/calls';
import type { TokenUsage } from '../../domain/chat';
import type { FeeSchedule } from '../../domain/fees';
import { costScale8, feeScale8, holdAmountScale8 } from '../../domain/money';
import type { UsageFlag } from '../../domain/answers/reported-usage';
import { asDouble, type Collections } from '../collections';
import type { AttemptDocument, FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { TradeDocument } from '../documents/trade';
import { DrawnLots } from './end-draw';
import { captureLines, newJournal, releaseLines } from './journal-lines';
import type { FillsReservedHere } from './fills-reserved-here';
import { moveOrder } from './order-moves';
import { byId } from './reads';
import { endedOnKey, requestEnded } from './reserve-fill';
import { resolveSeparateHold, resolvedHold } from './resolve-hold';
import { insert, type Step, type Transaction, type Writes } from './writes';

export interface SettleFill {
  readonly fillId: string;
  /** Number of the attempt that delivered. */
  readonly attempt: number;
  /**
   * The tokens that the buyer pays for; nothing above the reserved quantity is charged (MONEY-6).
   */
  readonly usedTokens: number;
  readonly usage: TokenUsage;
  readonly usageFlag: UsageFlag | null;
  readonly firstByteAt?: Date | null;
  readonly calls?: CallCounts;
  /** At the match. */
  readonly listPriceScale8?: bigint | null;
  readonly fees: FeeSchedule;
  readonly answer: {
    readonly sealed: Uint8Array;
    readonly streamed: boolean;
    readonly keptMs: number;
  };
}

export type SettleResult =
  | {
      readonly status: 'settled' | 'duplicate';
      readonly fill: FillDocument;
      /** Null for a draw: its trade was recorded at the match. */
      readonly trade: TradeDocument | null;
    }
  /** It was released or abandoned, or does not exist. */
  | { readonly status: 'not_reserved'; readonly fill: FillDocument | null };

export function settleFill(
  collections: Collections,
  reservedHere: Pick<FillsReservedHere, 'take' | 'rowsOf'>,
): Transaction<SettleFill, SettleResult> {
  /** Fills that this process reserved are read only after a refused settlement. */
  async function readFills(fillIds: readonly string[], diagnose: boolean) {
    const known = fillIds.flatMap((fillId) => reservedHere.take(fillId) ?? []);
    const ownFills = new Map((diagnose ? [] : known).map((fill) => [fill._id, fill]));
    const others = fillIds.filter((fillId) => !ownFills.has(fillId));
    const read = others.length > 0 ? await byId(collections.fills, others) : [];
    return new Map([...ownFills, ...read]);
  }

  return {
    endsOrder: true,
    rows: ({ fillId }) => reservedHere.rowsOf(fillId),
    async plan(requests, diagnose) {
      const fills = await readFills(
        requests.map(({ fillId }) => fillId),
        diagnose,
      );
      const settled = [...fills.values()].filter(
        ({ status, kind }) => status === 'settled' && kind !== 'draw',
      );
      const trades = settled.length
        ? await byId(
            collections.trades,
            settled.map(({ _id }) => _id),
          )
        : new Map<string, TradeDocument>();
      const lots = await DrawnLots.of(collections, fills.values());
      return requests.map((request): Step<SettleResult> => {
        const fill = fills.get(request.fillId);
        const trade = trades.get(request.fillId) ?? null;
        if (fill?.status === 'settled') return answer({ status: 'duplicate', fill, trade });
        if (fill?.status !== 'reserved') {
          return answer({ status: 'not_reserved', fill: fill ?? null });
        }
        return fill.kind === 'draw' ? settleDraw(request, fill, lots) : settleStep(request, fill);
      });
    },
  };
}

function answer(result: SettleResult): Step<SettleResult> {
  return { kind: 'answer', answer: result };
}

function settleStep(request: SettleFill, fill: FillDocument): Step<SettleResult> {
  const now = new Date();
  const usedTokens = Math.min(request.usedTokens, fill.quantityTokens);
  const cost = costScale8(fill.priceScale8, usedTokens);
  const { accountId, sellerId } = fill;
  const terms = { kind: 'chat', tenor: 'spot', accountId, sellerId } as const;
  const fee = feeScale8(cost, request.fees({ ...terms, quantityTokens: usedTokens }));
  const settled = settledFill(request, fill, { usedTokens, costScale8: cost, feeScale8: fee }, now);
  const trade = tradeOf(settled, now);
  return {
    kind: 'write',
    writes: settleWrites(request, settled, trade, now),
    answer: { status: 'settled', fill: settled, trade },
  };
}

function settleDraw(request: SettleFill, fill: FillDocument, lots: DrawnLots): Step<SettleResult> {
  const now = new Date();
  const usedTokens = Math.min(request.usedTokens, fill.quantityTokens);
  const {
    writes,
    costScale8: cost,
    drawFeeScale8,
  } = lots.end(fill, { usedTokens, reason: 'drawn', now });
  const charge = { usedTokens, costScale8: cost, feeScale8: drawFeeScale8 };
  const settled = settledFill(request, fill, charge, now);
  return {
    kind: 'write',
    writes: { ...writes, ...requestEnded(fill), ...settledRecords(request, settled, now) },
    answer: { status: 'settled', fill: settled, trade: null },
  };
}

function settledFill(
  request: SettleFill,
  fill: FillDocument,
  charge: Pick<FillDocument, 'usedTokens' | 'costScale8' | 'feeScale8'>,
  now: Date,
): FillDocument {
  return {
    ...fill,
    ...charge,
    status: 'settled',
    attempts: fill.attempts.map((attempt) =>
      attempt.number === request.attempt
        ? { ...attempt, ...answerOf(request), state: 'delivered', endedAt: now }
        : attempt,
    ),
    ...listPriceOf(request),
    usage: request.usage,
    usageFlag: request.usageFlag,
    hold: resolvedHold(fill, charge.costScale8),
    settledAt: now,
  };
}

function answerOf({ firstByteAt, calls, answer: { streamed } }: SettleFill) {
  return { streamed, ...(firstByteAt && { firstByteAt }), ...(calls && { calls }) } satisfies Pick<
    AttemptDocument,
    'firstByteAt' | 'streamed' | 'calls'
  >;
}

function listPriceOf({ listPriceScale8 }: SettleFill): Pick<FillDocument, 'listPriceScale8'> {
  return listPriceScale8 == null ? {} : { listPriceScale8 };
}

/** Settles the fill, fills its order, and stores the answer. */
function settledRecords(
  request: SettleFill,
  fill: FillDocument,
  now: Date,
): Pick<Writes, 'fills' | 'orders' | 'answers' | 'answersKeptMs'> {
  const { _id: fillId, orderId, accountId } = fill;
  return {
    fills: [fillUpdate(request, fill, now)],
    orders: [moveOrder('settle', { orderId, fillId, now })],
    answers: [
      insert({
        _id: orderId,
        accountId,
        streamed: request.answer.streamed,
        sealed: new mongo.Binary(request.answer.sealed),
        expiresAt: new Date(now.getTime() + request.answer.keptMs),
      }),
    ],
    answersKeptMs: request.answer.keptMs,
  };
}

function settleWrites(
  request: SettleFill,
  fill: FillDocument,
  trade: TradeDocument,
  now: Date,
): Writes {
  const hold = holdAmountScale8(fill.priceScale8, fill.quantityTokens);
  const { accountId, askId, costScale8: cost, usedTokens } = fill;
  return {
    balance: { accountId, postedScale8: -cost, heldScale8: -hold, neededScale8: 0n },
    ...requestEnded(fill),
    ...endedOnKey(fill, cost),
    ask: {
      askId,
      reserved: null,
      soldTokens: usedTokens,
      returnedTokens: fill.quantityTokens - usedTokens,
    },
    ...settledRecords(request, fill, now),
    ...resolveSeparateHold(fill, { amountScale8: hold, capturedScale8: cost }, now),
    journals: [insert(settleJournal(fill, hold, now))],
    trades: [insert({ ...trade, quantityTokens: asDouble(trade.quantityTokens) })],
  };
}

function fillUpdate(request: SettleFill, fill: FillDocument, now: Date) {
  const { promptTokens, completionTokens, totalTokens } = request.usage;
  return {
    updateOne: {
      filter: { _id: fill._id, status: 'reserved' as const },
      update: {
        $set: {
          status: 'settled' as const,
          usage: {
            promptTokens: asDouble(promptTokens),
            completionTokens: asDouble(completionTokens),
            totalTokens: asDouble(totalTokens),
          },
          usedTokens: asDouble(fill.usedTokens),
          costScale8: fill.costScale8,
          feeScale8: fill.feeScale8,
          usageFlag: fill.usageFlag,
          ...(fill.hold && { hold: fill.hold }),
          ...listPriceOf(request),
          settledAt: now,
          'attempts.$[delivered].state': 'delivered' as const,
          'attempts.$[delivered].endedAt': now,
          ...Object.fromEntries(
            Object.entries(answerOf(request)).map(([name, value]) => [
              `attempts.$[delivered].${name}`,
              value,
            ]),
          ),
        },
      },
      arrayFilters: [{ 'delivered.number': request.attempt }],
    },
  };
}

/** A cost that rounds to zero moves no money: the hold is released and no capture is written. */
function settleJournal(fill: FillDocument, holdScale8: bigint, now: Date): JournalDocument {
  const { _id: fillId, accountId, sellerId, orderId, costScale8: cost, feeScale8: fee } = fill;
  const captures = cost > 0n;
  return newJournal({
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
          costScale8: cost,
          feeScale8: fee,
        })
      : releaseLines(accountId, holdScale8),
    reason: captures ? null : 'zero_cost',
    createdAt: now,
  });
}

function tradeOf(fill: FillDocument, now: Date): TradeDocument {
  return {
    _id: fill._id,
    tradeId: randomUUID(),
    askId: fill.askId,
    orderId: fill.orderId,
    accountId: fill.accountId,
    sellerId: fill.sellerId,
    modelId: fill.modelId,
    tenor: fill.tenor,
    region: fill.region,
    priceScale8: fill.priceScale8,
    quantityTokens: fill.usedTokens,
    grossScale8: fill.costScale8,
    feeScale8: fill.feeScale8,
    netScale8: fill.costScale8 - fill.feeScale8,
    takerSide: 'bid',
    status: 'settled',
    usageFlag: fill.usageFlag,
    executedAt: now,
  };
}
