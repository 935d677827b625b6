/**
 * The step `draw`: reserves tokens of a contract's lot for a chat request that came with its
 * ticket. Nothing is matched and nothing held: the lot was paid for before.
 *
 * Do: the lot whose window ends first, of those that hold enough, gives tokens in one conditional
 * change of its record.
 * Undo: `unmatch`, as for a match. Twice: finds the draw of the first time.
 *
 * The step `confirmDefault`: whether the seller is really broken, which no request can prove: two
 * probes of our own must fail as well. Twice: asks again.
 *
 * The step `defaultLot`: the bound seller failed the request in all its attempts. What is undrawn of
 * the lot goes back to the buyer, the draw's part with it; of a lot whose window is over by then,
 * only that part does. Twice: changes nothing.
 */
import type { ChatOrder, MatchOutcome, MatchedFill } from '../../domain/chat';
import { chooseLot } from '../../domain/contract-standing';
import { type ErrorCode, ruleOf } from '../../domain/errors';
import { SELLER_DEFAULT } from '../../records/ledger/end-draw';
import { newOrderOf } from '../../records/new-order';
import type { ExchangeDeps } from '../deps';
import { StepFailure } from '../step-failure';
import { WINDOW_OVER } from '../../records/ledger/close-lot';
import {
  ORDER_CLOSED,
  drawFrom,
  matchedFill,
  nthFillId,
  ownOpenFill,
  tooManyRequests,
} from './match';
import { SellerDirectory } from '../seller-directory';

/** Parallel draws that were faster to the lot that this one wanted. */
const TRIES = 64;

export interface DrawSteps {
  /** @param hasDefaulted whether a lot failed this request before: then that is what it ends with */
  draw(order: ChatOrder, fillSeed: string, hasDefaulted: boolean): Promise<MatchOutcome>;
  /** @returns false when the seller answers, or nobody can tell: its lot stays */
  confirmDefault(fill: MatchedFill): Promise<boolean>;
  defaultLot(fill: MatchedFill): Promise<void>;
}

export function createDrawSteps(deps: ExchangeDeps): DrawSteps {
  const directory = new SellerDirectory(deps.records);
  const { records } = deps;
  const { ledger } = records;
  const matched = drawnFill.bind(null, deps, directory);

  return {
    async draw(order, fillSeed, hasDefaulted) {
      const { contractId } = order;
      if (contractId === undefined) throw new TypeError('The order draws on no contract');
      const open = await ownOpenFill(deps, order);
      if (open) return matched(order, { ...open, fillId: open._id });
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const [lots, now] = await Promise.all([
          records.lots.find({ contractId }).sort({ _id: 1 }).toArray(),
          ledger.capacity.now(),
        ]);
        const choice = chooseLot(lots, order, now);
        if ('refused' in choice) return refused(hasDefaulted ? 'seller_default' : choice.refused);
        const { lot, quantityTokens } = choice;
        const fillId = nthFillId(fillSeed, attempt);
        const result = await ledger.capacity.reserveDraw({
          order: { ...newOrderOf(order), contractId },
          ...choice,
          fillId,
          requestsMax: deps.settings.REQUESTS_UNDER_WAY_PER_ACCOUNT,
        });
        if (result.status === 'reserved') {
          return matched(order, { ...lot, fillId, lotId: lot._id, quantityTokens });
        }
        if (result.status === 'duplicate' && result.fill.status === 'reserved') {
          return matched(order, { ...result.fill, fillId }); // this step, elsewhere or before
        }
        if (result.status === 'too_many_requests') return tooManyRequests(deps);
        if (result.status === 'order_closed') {
          throw StepFailure.final('The order has ended already', ORDER_CLOSED);
        }
      }
      throw StepFailure.retryable('The contract is drawn on by too many', 'contract_busy');
    },

    confirmDefault: (fill) => isBroken(deps, fill),

    async defaultLot({ fillId, drawnOn }) {
      if (!drawnOn) throw new TypeError('The fill draws on no lot');
      const { lotId } = drawnOn;
      const [fill, lot, now] = await Promise.all([
        records.fills.findOne({ _id: fillId }),
        records.lots.findOne({ _id: lotId }),
        ledger.capacity.now(),
      ]);
      if (!lot || fill?.status === 'settled') return; // an attempt that was given up has delivered
      const isOver = lot.endsAt <= now;
      const reason = `The seller failed request ${fillId} in all its attempts.`;
      // The lot first: what the draw gives up must be drawn by nobody, nor be paid for.
      const ending = isOver ? WINDOW_OVER : ({ status: 'defaulted', reason } as const);
      await ledger.capacity.closeLot({ lotId, ...ending, now });
      const released = await ledger.releaseFill({ fillId, reason: SELLER_DEFAULT });
      if (released.fill) deps.standings.ended(released.fill);
    },
  };
}

/** Nobody is judged while unrelated sellers fail together. */
async function isBroken(
  { judging, probes }: ExchangeDeps,
  { sellerId, modelId }: MatchedFill,
): Promise<boolean> {
  if (await judging.isPaused()) return false;
  return (await probes.confirmBroken(sellerId, modelId)) && !(await judging.isPaused());
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

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  invalid_region: 'No lot of the contract that holds enough serves this region.',
};

function refused(code: ErrorCode): MatchOutcome {
  const message = MESSAGES[code] ?? ruleOf(code).message;
  const refusal = { code, message };
  return {
    kind: 'refused',
    refusal: code === 'invalid_region' ? { ...refusal, param: 'region' } : refusal,
  };
}
