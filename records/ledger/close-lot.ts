/**
 * Closes a lot: its window has ended (undrawn tokens are paid to the seller), or its seller failed
 * (they are refunded to the buyer). Draws in progress end on their own, later. Once per lot.
 */
import { closeLot as moveOf } from '../../domain/lots';
import type { Collections } from '../collections';
import type { LotDocument } from '../lot';
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
  readonly status: 'expired' | 'defaulted';
  readonly reason: string;
  /** The time by MongoDB's clock, which decides on windows. */
  readonly now: Date;
}

export type CloseLotResult =
  | { readonly status: 'closed' | 'duplicate'; readonly lot: LotDocument }
  | { readonly status: 'too_early'; readonly lot: LotDocument }
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
        if (status === 'expired' && lot.endsAt > now) {
          return { kind: 'answer', answer: { status: 'too_early', lot } };
        }
        const move = moveOf(lot, status);
        const step = lotWrites({ lot, move, draw: null, reason, now });
        lots.set(lot._id, step.lot);
        return { kind: 'write', writes: step.writes, answer: { status: 'closed', lot: step.lot } };
      });
    },
  };
}
