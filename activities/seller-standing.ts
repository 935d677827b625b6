/**
 * The activities of a seller's standing (STANDING-1), which its workflow runs one after the other.
 * Each reads the records and moves them one step forward, so a repetition changes nothing more.
 *
 * A suspension or a ban ends the asks, marks the seller, and then withdraws asks that were written
 * in between: after the mark no ask can be written (records/ledger/offer-ask.ts). However many asks
 * there are, the mark waits for a bounded number of writes; the books are notified after it.
 */
import { ApplicationFailure } from '@temporalio/common';
import {
  type SellerStanding,
  type Standing,
  type StandingOverride,
  mayOffer,
} from '../domain/standing';
import type { SellerDocument } from '../records/seller';
import type { SellerChange } from '../records/standings/change-seller';
import { changeSeller } from '../records/standings/change-seller';
import { wake } from '../records/standings/sleep';
import { endAsks, withdrawAsks } from '../records/standings/withdraw-asks';
import type { ExchangeDeps } from '../exchange/deps';
import { dueStep } from '../exchange/judging/due-step';

const WRITES_BEFORE_MARK = 20;

export interface StandingActivities {
  /** Null when the endpoint has no seller. */
  judgeStanding(endpointUrl: string): Promise<SellerStanding | null>;
  overrideStanding(endpointUrl: string, override: StandingOverride): Promise<SellerStanding | null>;
}

type StandingDeps = Pick<ExchangeDeps, 'records' | 'books' | 'settings'>;

interface Move {
  readonly standing: Standing;
  readonly suspendedUntil: Date | null;
  /** Whether earlier dispatches are disregarded. */
  readonly startsAnew: boolean;
  readonly change: Pick<SellerChange, 'reason' | 'actor' | 'causes'>;
}

export function createStandingActivities(deps: StandingDeps): StandingActivities {
  const { records, settings } = deps;
  const { capacity } = records.ledger;

  return {
    async judgeStanding(endpointUrl) {
      const seller = await records.sellers.findOne({ endpointUrl });
      if (!seller) return null;
      await wake(records, seller._id);
      const now = await capacity.now();
      const step = await dueStep(records, seller, now, settings.JUDGING_WINDOW_MS);
      if (!step) return settle(seller, now);
      const { standing, reason, causes } = step;
      const isSuspension = standing === 'Suspended';
      const endsAt = new Date(now.getTime() + settings.SUSPENSION_MS);
      return move(seller, now, {
        standing,
        suspendedUntil: isSuspension ? endsAt : null,
        startsAnew: seller.standing === 'Suspended',
        change: { reason, actor: 'rule', causes: [...causes] },
      });
    },

    async overrideStanding(endpointUrl, { standing, reason, requestId }) {
      const seller = await records.sellers.findOne({ endpointUrl });
      if (!seller) return null;
      await wake(records, seller._id);
      const now = await capacity.now();
      if (seller.standing === standing && !seller.suspendedUntil) return settle(seller, now);
      return move(seller, now, {
        standing,
        suspendedUntil: null,
        startsAnew: true,
        change: { reason, actor: 'operator', causes: [requestId] },
      });
    },
  };

  async function move(seller: SellerDocument, now: Date, to: Move): Promise<SellerStanding> {
    const { standing, suspendedUntil, startsAnew, change } = to;
    if (!mayOffer(standing)) await endAsks(records, seller._id, WRITES_BEFORE_MARK);
    const changed = await changeSeller(
      records,
      { _id: seller._id, standing: seller.standing, suspendedUntil: seller.suspendedUntil ?? null },
      {
        $set: {
          standing,
          suspendedUntil,
          ...(startsAnew ? { countedSince: now } : {}),
          updatedAt: now,
        },
      },
      { kind: 'standing', standing, ...change },
    );
    if (!changed) throw ApplicationFailure.retryable('The standing was changed meanwhile');
    return settle(changed, now);
  }

  /** Withdraws the asks of a seller that may not offer, or finishes an interrupted withdrawal. */
  async function settle(seller: SellerDocument, now: Date): Promise<SellerStanding> {
    const { _id: sellerId, standing, suspendedUntil } = seller;
    if (!mayOffer(standing)) await withdrawAsks(records, deps.books, sellerId);
    const suspendedMs = suspendedUntil ? suspendedUntil.getTime() - now.getTime() : null;
    return { sellerId, standing, suspendedMs };
  }
}
