/**
 * The activities of a delivery lot.
 *
 * `endLot`: after the window has ended by MongoDB's clock, undrawn tokens are paid to the seller
 * (take-or-pay). Draws in progress end on their own, later. Repetition: the second call finds the
 * lot closed.
 */
import type { LotEnd } from '../domain/contract-orders';
import { WINDOW_OVER } from '../records/ledger/close-lot';
import type { ExchangeDeps } from '../exchange/deps';
import { lotEndOf } from './lot-end';

export type LotEnding =
  | { readonly kind: 'ended'; readonly end: LotEnd }
  /** MongoDB's clock, which decides, is behind the local clock. */
  | { readonly kind: 'too_early'; readonly waitMs: number };

export interface LotActivities {
  endLot(lotId: string): Promise<LotEnding>;
}

export function createLotActivities({ records }: Pick<ExchangeDeps, 'records'>): LotActivities {
  const { capacity } = records.ledger;
  return {
    async endLot(lotId) {
      const now = await capacity.now();
      const result = await capacity.closeLot({ lotId, ...WINDOW_OVER, now });
      if (result.status === 'unknown') throw new Error(`Lot ${lotId} not found`);
      const { lot } = result;
      if (result.status === 'too_early') {
        return { kind: 'too_early', waitMs: lot.endsAt.getTime() - now.getTime() };
      }
      return { kind: 'ended', end: await lotEndOf(records, lot) };
    },
  };
}
