/**
 * The default of a lot: its bound seller failed a request in all its attempts. One transaction ends
 * the lot with a refund of its undrawn tokens, and the request's draw with a refund of its part.
 * When the window has ended by MongoDB's clock, only the draw's part is refunded.
 *
 * Its writes require what was read: the draw is still reserved, the window still open or over, and
 * judging is not paused.
 */
import { currentPause } from '../queries/judging-pauses';
import type { Collections } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { FailedProbe } from '../documents/seller-probes';
import { DrawnLots, SELLER_DEFAULT } from './end-draw';
import type { LotWrites } from './lot-moves';
import { byId } from './reads';
import { released, releaseWrites } from './release-fill';
import type { Step, Transaction, Writes } from './writes';

export interface DefaultLot {
  /** The draw of the failed request. */
  readonly fillId: string;
  readonly reason: string;
  /** Why it is believed: kept with the draw. */
  readonly failedProbes: readonly FailedProbe[];
}

export type DefaultLotResult =
  | { readonly status: 'defaulted'; readonly fill: FillDocument }
  /** It was settled, abandoned or released otherwise: the lot stays. */
  | { readonly status: 'not_reserved' }
  | { readonly status: 'judging_paused' };

/** @param clock of MongoDB */
export function defaultLot(
  collections: Collections,
  clock: () => Promise<Date>,
): Transaction<DefaultLot, DefaultLotResult> {
  return {
    endsOrder: true,
    async plan(requests) {
      const fills = await byId(
        collections.fills,
        requests.map(({ fillId }) => fillId),
      );
      const [lots, now, pause] = await Promise.all([
        DrawnLots.of(collections, fills.values()),
        clock(),
        currentPause(collections.judgingPauses),
      ]);
      return requests.map(({ fillId, reason, failedProbes }): Step<DefaultLotResult> => {
        const fill = fills.get(fillId);
        if (fill?.status === 'released' && fill.releaseReason === SELLER_DEFAULT) {
          return { kind: 'answer', answer: { status: 'defaulted', fill } };
        }
        if (fill?.status !== 'reserved' || !fill.lotId) {
          return { kind: 'answer', answer: { status: 'not_reserved' } };
        }
        if (pause) return { kind: 'answer', answer: { status: 'judging_paused' } };
        // The lot first: the tokens that the draw releases must not be drawn again or paid for.
        const ended = lots.close(fill.lotId, { reason, now });
        const draw = releaseWrites({ fillId, reason: SELLER_DEFAULT, failedProbes }, fill, lots);
        return {
          kind: 'write',
          writes: { ...together(ended, draw), needsJudging: true },
          answer: { status: 'defaulted', fill: released(fill, SELLER_DEFAULT) },
        };
      });
    },
  };
}

/** The lot's own end, then the draw's. */
function together(lot: LotWrites['writes'] | null, draw: Writes): Writes {
  if (!lot) return draw;
  return {
    ...draw,
    lots: [...(lot.lots ?? []), ...(draw.lots ?? [])],
    journals: [...(lot.journals ?? []), ...(draw.journals ?? [])],
    balances: [...(lot.balances ?? []), ...(draw.balances ?? [])],
    webhookEvents: [...(lot.webhookEvents ?? []), ...(draw.webhookEvents ?? [])],
  };
}
