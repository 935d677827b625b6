/** The end of a draw, used or not, as part of the settlement or release of its fill. */
import { closeLot, endDraw } from '../../domain/lots';
import type { Collections } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { LotDocument } from '../documents/lot';
import { WINDOW_OVER } from './close-lot';
import { type LotWrites, lotWrites } from './lot-moves';
import { byId } from './reads';

/** Release reason of a draw whose seller failed in all attempts. */
export const SELLER_DEFAULT = 'seller_default';

interface DrawnEnd {
  readonly usedTokens: number;
  readonly reason: string;
  readonly now: Date;
}

/** The lots of a batch of fills; each draw of the batch builds on the previous one's result. */
export class DrawnLots {
  private constructor(private readonly lots: Map<string, LotDocument>) {}

  static async of(collections: Collections, fills: Iterable<FillDocument>): Promise<DrawnLots> {
    const lotIds = [...fills].flatMap(({ lotId }) => (lotId ? [lotId] : []));
    return new DrawnLots(lotIds.length > 0 ? await byId(collections.lots, lotIds) : new Map());
  }

  /**
   * Ends the lot itself, whose seller has failed or whose window has ended before; its draws end on
   * their own.
   * @returns null when it has ended before
   */
  close(
    lotId: string,
    { reason, now }: { readonly reason: string; readonly now: Date },
  ): LotWrites['writes'] | null {
    const lot = this.lots.get(lotId);
    if (lot?.status !== 'open') return null;
    const end = lot.endsAt <= now ? WINDOW_OVER : ({ status: 'defaulted', reason } as const);
    const move = closeLot(lot, end.status);
    const closing = { reason: end.reason, closes: end.status };
    const step = lotWrites({ lot, move, draw: null, now, ...closing });
    this.lots.set(lotId, step.lot);
    return step.writes;
  }

  /** @param end the delivered tokens, 0 for a released draw; and the reason of its end */
  end(fill: FillDocument, { usedTokens, reason, now }: DrawnEnd) {
    const lot = this.lots.get(fill.lotId ?? '');
    if (!lot) throw new Error(`Draw ${fill._id} has no lot`);
    const move = endDraw(lot, {
      reservedTokens: fill.quantityTokens,
      usedTokens,
      isDefault: reason === SELLER_DEFAULT,
    });
    const step: LotWrites = lotWrites({
      lot,
      move,
      draw: { fillId: fill._id, orderId: fill.orderId, reservedTokens: fill.quantityTokens },
      reason,
      now,
    });
    this.lots.set(lot._id, step.lot);
    return { ...step, costScale8: move.drawScale8 };
  }
}
