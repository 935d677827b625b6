/**
 * Closes a lot: its window has ended (undrawn tokens are paid to the seller), or an operator ends it
 * during its window (they are refunded to the buyer). Draws in progress end on their own, later. Once per lot.
 */
import { type LotClosing, closeLot as moveOf } from '../../domain/lots';
import type { Collections } from '../collections';
import type { LotDocument } from '../documents/lot';
import { lotWrites } from './lot-moves';
import { byId } from './reads';
import type { Step, Transaction } from './writes';

/** The closing of a lot whose window has ended. */
export const WINDOW_OVER = {
  status: 'expired',
  reason: 'The window has ended: undrawn tokens are paid (take or pay).',
} as const;

export interface CloseLot {
  readonly lotId: string;
  readonly status: LotClosing;
  readonly reason: string;
  /** The time by MongoDB's clock, which decides on windows. */
  readonly now: Date;
}

export type CloseLotResult =
  | { readonly status: 'closed' | 'duplicate'; readonly lot: LotDocument }
  /** A window ends at its time, and what ends early ends before. */
  | { readonly status: 'too_early' | 'too_late'; readonly lot: LotDocument }
  | { readonly status: 'unknown' };

export function closeLot(collections: Collections): Transaction<CloseLot, CloseLotResult> {
  return {
    async plan(requests) {
      const lots = await byId(
        collections.lots,
        requests.map(({ lotId }) => lotId),
      );
      return requests.map((request): Step<CloseLotResult> => {
        const lot = lots.get(request.lotId);
        if (!lot) return { kind: 'answer', answer: { status: 'unknown' } };
        if (lot.status !== 'open') return { kind: 'answer', answer: { status: 'duplicate', lot } };
        const { status, reason, now } = request;
        const isOver = lot.endsAt <= now;
        if (isOver !== (status === 'expired')) {
          const answer = { status: isOver ? 'too_late' : 'too_early', lot } as const;
          return { kind: 'answer', answer };
        }
        const move = moveOf(lot, status);
        const requires = status === 'expired' ? {} : { closes: status };
        const step = lotWrites({ lot, move, draw: null, reason, now, ...requires });
        lots.set(lot._id, step.lot);
        return { kind: 'write', writes: step.writes, answer: { status: 'closed', lot: step.lot } };
      });
    },
  };
}
