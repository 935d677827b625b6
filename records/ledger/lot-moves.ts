/** A change of a lot as writes: the lot itself, and a journal for each part that leaves escrow. */
import { feeScale8 } from '../../domain/money';
import type { LotClosing, LotMove } from '../../domain/lots';
import { LEAST_REQUEST_TOKENS } from '../../domain/prompts/size';
import { asDouble } from '../collections';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import { lotEndEvent, lotSpentEvent } from '../webhooks/events';
import { earningLines, newJournal, refundLines } from './journal-lines';
import { insert, type Writes } from './writes';

export interface LotStep {
  readonly lot: LotDocument;
  readonly move: LotMove;
  /** The draw that ends with it; null when the lot itself ends. */
  readonly draw: {
    readonly fillId: string;
    readonly orderId: string;
    readonly reservedTokens: number;
  } | null;
  readonly reason: string;
  readonly now: Date;
  /** Requires that the window is over, or not, by MongoDB's clock. */
  readonly closes?: LotClosing;
}

export interface LotWrites {
  readonly writes: Pick<Writes, 'lots' | 'journals' | 'balances' | 'webhookEvents'>;
  /** The lot after the change. */
  readonly lot: LotDocument;
  /** The fee on the draw. */
  readonly drawFeeScale8: bigint;
}

const WINDOW_IS = {
  expired: { $expr: { $lte: ['$endsAt', '$$NOW'] } },
  defaulted: { $expr: { $gt: ['$endsAt', '$$NOW'] } },
  voided: { $expr: { $gt: ['$endsAt', '$$NOW'] } },
} as const satisfies Record<LotClosing, object>;

/**
 * The conditions ensure that no input of the change was modified since the lot was read. Concurrent
 * reservations of draws do not count as modifications while the lot is open.
 */
export function lotWrites(step: LotStep): LotWrites {
  const { lot, move, draw, now, closes } = step;
  const { after, drawFeeScale8, paidFeeScale8 } = lotAfter(step);
  const stillCounts = draw !== null && lot.status === 'open';
  const ends = lot.status === 'open' && after.status !== 'open';
  const journals = [
    ...(move.drawScale8 > 0n ? [earning(step, 'draw', move.drawScale8, drawFeeScale8)] : []),
    ...(move.paidScale8 > 0n ? [earning(step, 'window_end', move.paidScale8, paidFeeScale8)] : []),
    ...(move.refundedScale8 > 0n ? [refund(step)] : []),
  ];
  return {
    lot: after,
    drawFeeScale8,
    writes: {
      lots: [
        {
          updateOne: {
            filter: {
              _id: lot._id,
              status: lot.status,
              drawnTokens: lot.drawnTokens,
              escrowScale8: lot.escrowScale8,
              ...(closes && WINDOW_IS[closes]),
              ...(stillCounts
                ? { reservedTokens: { $gte: draw.reservedTokens } }
                : {
                    reservedTokens: lot.reservedTokens,
                    remainingTokens: lot.remainingTokens,
                  }),
            },
            update: lotUpdate(step, after, now),
          },
        },
      ],
      ...(journals.length > 0 ? { journals: journals.map(insert) } : {}),
      ...(ends
        ? { webhookEvents: [insert(lotEndEvent(after, draw ? null : step.reason, now))] }
        : {}),
      ...(!ends && isSpent(after) && !isSpent(lot)
        ? { webhookEvents: [insert(lotSpentEvent(after, now))] }
        : {}),
      ...(move.refundedScale8 > 0n
        ? {
            balances: [
              {
                accountId: lot.accountId,
                postedScale8: move.refundedScale8,
                heldScale8: 0n,
                neededScale8: 0n,
              },
            ],
          }
        : {}),
    },
  };
}

/** Concurrent reservations of draws change neither: they move tokens from one part to the other. */
function isSpent({ remainingTokens, reservedTokens }: LotDocument): boolean {
  return remainingTokens + reservedTokens < LEAST_REQUEST_TOKENS;
}

/** Fees derive from the running sum, so that rounding errors never accumulate. */
function lotAfter({ lot, move, draw, now }: LotStep) {
  const feeOf = (earnedScale8: bigint) => feeScale8(earnedScale8, lot.feeBasisPoints);
  const afterDraw = lot.earnedScale8 + move.drawScale8;
  const earnedScale8 = afterDraw + move.paidScale8;
  const isClosing = lot.status === 'open' && move.status !== 'open';
  const after: LotDocument = {
    ...lot,
    status: move.status,
    remainingTokens: lot.remainingTokens + move.remainingTokens,
    reservedTokens: lot.reservedTokens + move.reservedTokens,
    drawnTokens: lot.drawnTokens + move.drawnTokens,
    paidTokens: lot.paidTokens + move.paidTokens,
    refundedTokens: lot.refundedTokens + move.refundedTokens,
    draws: lot.draws + (draw && move.drawnTokens > 0 ? 1 : 0),
    escrowScale8: lot.escrowScale8 - move.drawScale8 - move.paidScale8 - move.refundedScale8,
    earnedScale8,
    feeScale8: feeOf(earnedScale8),
    refundedScale8: lot.refundedScale8 + move.refundedScale8,
    closedAt: isClosing ? now : lot.closedAt,
  };
  return {
    after,
    drawFeeScale8: feeOf(afterDraw) - feeOf(lot.earnedScale8),
    paidFeeScale8: feeOf(earnedScale8) - feeOf(afterDraw),
  };
}

function lotUpdate({ lot, move }: LotStep, after: LotDocument, now: Date) {
  const isClosing = lot.status === 'open' && after.status !== 'open';
  return {
    $set: {
      status: after.status,
      escrowScale8: after.escrowScale8,
      earnedScale8: after.earnedScale8,
      feeScale8: after.feeScale8,
      refundedScale8: after.refundedScale8,
      ...(isClosing ? { closedAt: now } : {}),
    },
    $inc: {
      remainingTokens: asDouble(move.remainingTokens),
      reservedTokens: asDouble(move.reservedTokens),
      drawnTokens: asDouble(move.drawnTokens),
      paidTokens: asDouble(move.paidTokens),
      refundedTokens: asDouble(move.refundedTokens),
      draws: asDouble(after.draws - lot.draws),
    },
  };
}

function earning(
  step: LotStep,
  kind: 'draw' | 'window_end',
  amountScale8: bigint,
  feeOfIt: bigint,
): JournalDocument {
  const { sellerId } = step.lot;
  return {
    ...journal(step, kind),
    sellerId,
    lines: earningLines(sellerId, amountScale8, feeOfIt),
  };
}

function refund(step: LotStep): JournalDocument {
  const { accountId } = step.lot;
  return { ...journal(step, 'refund'), lines: refundLines(accountId, step.move.refundedScale8) };
}

function journal({ lot, draw, reason, now }: LotStep, kind: JournalDocument['kind']) {
  return newJournal({
    _id: `${kind}:${draw?.fillId ?? lot._id}`,
    kind,
    accountId: lot.accountId,
    fillId: draw?.fillId ?? null,
    orderId: draw?.orderId ?? lot.orderId,
    lines: [],
    reference: lot._id,
    reason: kind === 'draw' ? null : reason,
    createdAt: now,
  });
}
