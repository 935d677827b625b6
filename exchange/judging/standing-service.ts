/**
 * Moves a seller's standing (STANDING-1); its workflow runs these steps one after the other. Each
 * reads the records and moves them one step forward, so a repetition changes nothing more.
 *
 * A suspension or a ban ends the asks, marks the seller, and then withdraws asks that were written
 * in between: after the mark no ask can be written (records/ledger/offer-ask.ts). However many asks
 * there are, the mark waits for a bounded number of writes; the books are notified after it.
 */
import { type DecisionStamp, stampOf } from '../../domain/decision-stamp';
import {
  type SellerStanding,
  type Standing,
  type StandingOverride,
  mayOffer,
} from '../../domain/standing';
import type { SellerDocument } from '../../records/documents/seller';
import { type SellerChange, changeSeller } from '../../records/standings/change-seller';
import { isDoneOverride, noteDecision } from '../../records/standings/decisions';
import { endAsks, withdrawAsks } from '../../records/standings/withdraw-asks';
import type { ExchangeDeps } from '../deps';
import { wake } from '../sellers/sleep';
import { StepFailure } from '../chat/step-failure';
import { dueStep } from './due-step';

const WRITES_BEFORE_MARK = 20;

/** The type of a failure without a meaning of its own: the history has it. */
const NO_TYPE = 'Error';

interface Move {
  readonly standing: Standing;
  readonly suspendedUntil: Date | null;
  /** Whether earlier dispatches are disregarded. */
  readonly startsAnew: boolean;
  /** Of the operator. */
  readonly decision?: DecisionStamp | null;
  readonly change: Pick<SellerChange, 'reason' | 'actor' | 'causes'>;
}

export class StandingService {
  constructor(private readonly deps: Pick<ExchangeDeps, 'records' | 'books' | 'settings'>) {}

  /** @returns null when the endpoint has no seller */
  async judge(endpointUrl: string): Promise<SellerStanding | null> {
    const { records, settings } = this.deps;
    const seller = await this.awakened(endpointUrl);
    if (!seller) return null;
    const now = await records.ledger.capacity.now();
    const step = await dueStep(records, seller, now, settings.JUDGING_WINDOW_MS);
    if (!step) return this.settle(seller, now);
    const { standing, reason, causes } = step;
    const isSuspension = standing === 'Suspended';
    const endsAt = new Date(now.getTime() + settings.SUSPENSION_MS);
    return this.move(seller, now, {
      standing,
      suspendedUntil: isSuspension ? endsAt : null,
      startsAnew: seller.standing === 'Suspended',
      change: { reason, actor: 'rule', causes: [...causes] },
    });
  }

  /** @returns null when the endpoint has no seller */
  async override(endpointUrl: string, override: StandingOverride): Promise<SellerStanding | null> {
    const seller = await this.awakened(endpointUrl);
    if (!seller) return null;
    const { records } = this.deps;
    const now = await records.ledger.capacity.now();
    if (await isDoneOverride(records, seller, override)) return this.settle(seller, now);
    const { standing, reason, requestId } = override;
    const decision = stampOf(override);
    if (seller.standing === standing && !seller.suspendedUntil) {
      if (decision) await noteDecision(records, seller._id, decision);
      return this.settle(seller, now);
    }
    return this.move(seller, now, {
      standing,
      suspendedUntil: null,
      startsAnew: true,
      decision,
      change: { reason, actor: 'operator', causes: [requestId] },
    });
  }

  private async awakened(endpointUrl: string): Promise<SellerDocument | null> {
    const { records } = this.deps;
    const seller = await records.sellers.findOne({ endpointUrl });
    if (seller) await wake(records, seller._id);
    return seller;
  }

  private async move(seller: SellerDocument, now: Date, to: Move): Promise<SellerStanding> {
    const { records } = this.deps;
    const { standing, suspendedUntil, startsAnew, decision, change } = to;
    if (!mayOffer(standing)) await endAsks(records, seller._id, WRITES_BEFORE_MARK);
    const changed = await changeSeller(
      records,
      { _id: seller._id, standing: seller.standing, suspendedUntil: seller.suspendedUntil ?? null },
      {
        $set: {
          standing,
          suspendedUntil,
          ...(startsAnew ? { countedSince: now } : {}),
          ...(decision ? { standingDecision: decision } : {}),
          updatedAt: now,
        },
      },
      { kind: 'standing', standing, ...change },
    );
    if (!changed) throw StepFailure.retryable('The standing was changed meanwhile', NO_TYPE);
    return this.settle(changed, now);
  }

  /** Withdraws the asks of a seller that may not offer, or finishes an interrupted withdrawal. */
  private async settle(seller: SellerDocument, now: Date): Promise<SellerStanding> {
    const { records, books } = this.deps;
    const { _id: sellerId, standing, suspendedUntil } = seller;
    if (!mayOffer(standing)) await withdrawAsks(records, books, sellerId);
    const suspendedMs = suspendedUntil ? suspendedUntil.getTime() - now.getTime() : null;
    return { sellerId, standing, suspendedMs };
  }
}
