/**
 * The step `draw`: reserves tokens of a contract's lot for a chat request with its ticket. Nothing
 * is matched or held, because the lot is prepaid.
 *
 * Execution: of the lots that hold enough, the one whose window ends first provides the tokens, in
 * one conditional change of its record.
 *
 * Compensation: `unmatch`, as for a match. Repetition: finds the draw of the first execution.
 *
 * The step `confirmDefault` checks whether the seller is really unavailable, which no single
 * request can prove: two probes of the exchange must fail as well. Repetition: probes again.
 *
 * The step `defaultLot`: the bound seller failed all attempts of the request. The undrawn part of
 * the lot is refunded to the buyer, including the draw's part; when the window has ended, only the
 * draw's part is refunded. One transaction: it changes nothing when the draw was settled meanwhile or
 * judging is paused. Repetition: changes nothing.
 */
import type { ChatOrder, MatchOutcome, MatchedFill } from '../../domain/chat';
import { chooseLot, contractStatusAt, owedAt } from '../../domain/contract-standing';
import { type ErrorCode, ruleOf } from '../../domain/errors';
import { timeOfUuidV7 } from '../../domain/ids';
import { pastLots } from '../../records/archive/past';
import type { LotDocument } from '../../records/documents/lot';
import type { FailedProbe } from '../../records/documents/seller-probes';
import { newOrderOf } from '../../records/ledger/new-order';
import { writableLedger } from '../../records/mongodb/writable';
import type { ExchangeDeps } from '../deps';
import { StepFailure } from './step-failure';
import {
  ORDER_CLOSED,
  drawFrom,
  matchedFill,
  nthFillId,
  ownOpenFill,
  tooManyRequests,
} from './match';
import { SellerDirectory } from '../sellers/seller-directory';
import { inReservationSpan } from '../tracing/reservation-span';

/** The id of a draw has the time of a process, probes that of MongoDB. */
const CLOCKS_MS = 60_000;
/** Attempts that lost a lot to concurrent draws. */
const TRIES = 64;

export interface DrawSteps {
  /**
   * @param hasDefaulted whether a lot already failed this request: the request then ends with that
   *   refusal
   */
  draw(order: ChatOrder, fillSeed: string, hasDefaulted: boolean): Promise<MatchOutcome>;
  /** @returns false when the seller answers, or the result is unknown: its lot remains */
  confirmDefault(fill: MatchedFill): Promise<boolean>;
  /** @returns false when judging is paused: the lot stays, and the draw is still reserved */
  defaultLot(fill: MatchedFill): Promise<boolean>;
}

export function createDrawSteps(deps: ExchangeDeps): DrawSteps {
  const directory = new SellerDirectory(deps.records);
  const { records } = deps;
  const ledger = writableLedger(records.ledger);
  const matched = drawnFill.bind(null, deps, directory);

  const steps: DrawSteps = {
    async draw(order, fillSeed, hasDefaulted) {
      const { contractId } = order;
      if (contractId === undefined) throw new TypeError('The order has no contract');
      const open = await ownOpenFill(deps, order);
      if (open) return matched(order, { ...open, fillId: open._id });
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const [lots, now] = await Promise.all([
          records.lots.find({ contractId }).sort({ _id: 1 }).toArray(),
          ledger.capacity.now(),
        ]);
        const choice = chooseLot(lots, order, now);
        if ('refused' in choice) {
          const code = hasDefaulted ? 'seller_default' : null;
          const why = code ?? (await whyNone(deps, contractId, order, now));
          return refused(why, why === 'contract_exhausted' ? whatIsLeft(order, lots, now) : null);
        }
        const { lot, quantityTokens } = choice;
        const fillId = nthFillId(fillSeed, attempt);
        const submittedAtMs = performance.now();
        const result = await ledger.capacity.reserveDraw({
          order: { ...newOrderOf(order), contractId },
          ...choice,
          fillId,
          requestsMax: deps.settings.REQUESTS_UNDER_WAY_PER_ACCOUNT,
        });
        deps.meter.reservationRecorded(performance.now() - submittedAtMs);
        if (result.status === 'reserved') {
          return matched(order, { ...lot, fillId, lotId: lot._id, quantityTokens });
        }
        if (result.status === 'duplicate' && result.fill.status === 'reserved') {
          return matched(order, { ...result.fill, fillId }); // reserved by an earlier execution of this step
        }
        if (result.status === 'too_many_requests') return tooManyRequests(deps);
        if (result.status === 'order_closed') {
          throw StepFailure.final('The order has already ended', ORDER_CLOSED);
        }
      }
      throw StepFailure.retryable('Too many concurrent draws on the contract', 'contract_busy');
    },

    confirmDefault: (fill) => isBroken(deps, fill),

    async defaultLot({ fillId, sellerId }) {
      const reason = `The seller failed request ${fillId} in all its attempts.`;
      const failedProbes = await failedSince(deps, sellerId, fillId);
      const result = await ledger.defaultLot({ fillId, reason, failedProbes });
      if (result.status === 'defaulted') deps.standings.ended(result.fill);
      return result.status !== 'judging_paused';
    },
  };
  const draw: DrawSteps['draw'] = (order, ...given) =>
    inReservationSpan(deps, 'draw', order, () => steps.draw(order, ...given));
  return { ...steps, draw };
}

/** Archived lots have ended: they give no tokens, and say why there are none. */
async function whyNone(
  { records }: ExchangeDeps,
  contractId: string,
  order: ChatOrder,
  now: Date,
): Promise<ErrorCode> {
  const choice = chooseLot(await pastLots(records).ofContract(contractId), order, now);
  return 'refused' in choice ? choice.refused : 'contract_exhausted';
}

/** No seller is judged during a pause. */
async function isBroken(
  { judging, probes }: ExchangeDeps,
  { sellerId, modelId }: MatchedFill,
): Promise<boolean> {
  if (await judging.isPaused()) return false;
  return (await probes.confirmBroken(sellerId, modelId)) && !(await judging.isPaused());
}

/** The probes that failed since the draw: by then its seller was asked. */
async function failedSince(
  { records }: ExchangeDeps,
  sellerId: string,
  fillId: string,
): Promise<readonly FailedProbe[]> {
  const since = new Date(timeOfUuidV7(fillId) - CLOCKS_MS);
  const probes = await records.sellerProbes.findOne({ _id: sellerId });
  return (probes?.failed ?? []).filter(({ at }) => at >= since);
}

async function drawnFill(
  deps: ExchangeDeps,
  directory: SellerDirectory,
  order: ChatOrder,
  reserved: Parameters<typeof matchedFill>[3] & { readonly lotId?: string | null },
): Promise<MatchOutcome> {
  const { contractId } = order;
  const { lotId } = reserved;
  if (contractId === undefined || !lotId) throw new TypeError('The fill draws on no lot');
  const fill = await matchedFill(deps, directory, order, reserved);
  return { kind: 'matched', fill: { ...fill, drawnOn: drawFrom(deps, contractId, lotId) } };
}

/** Of the lots that are open; null when none is. */
function whatIsLeft(
  { quantityMinTokens }: ChatOrder,
  lots: readonly LotDocument[],
  now: Date,
): string | null {
  if (contractStatusAt(lots, now) !== 'active') return null;
  const owed = lots.filter(({ opensAt }) => opensAt <= now).map((lot) => owedAt(lot, now));
  const largest = Math.max(...owed.map(({ remainingTokens }) => remainingTokens));
  const reserved = owed.reduce((sum, { reservedTokens }) => sum + reservedTokens, 0);
  const underWay = reserved > 0 ? ` ${reserved} tokens are reserved by requests under way.` : '';
  return `The ticket has ${largest} tokens left${lots.length > 1 ? ' in one lot' : ''}; the request needs ${quantityMinTokens}.${underWay}`;
}

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  invalid_region: 'No lot of the contract with enough tokens serves this region.',
};

function refused(code: ErrorCode, because: string | null): MatchOutcome {
  const message = because ?? MESSAGES[code] ?? ruleOf(code).message;
  const refusal = { code, message };
  return {
    kind: 'refused',
    refusal: code === 'invalid_region' ? { ...refusal, param: 'region' } : refusal,
  };
}
