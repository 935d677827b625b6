/**
 * Releases a fill that was not delivered: the whole hold and quantity are released, nothing is
 * charged, and its order may have another fill. A draw returns to its lot.
 */
import { holdAmountScale8 } from '../../domain/money';
import type { Collections } from '../collections';
import type { AttemptState, FillDocument } from '../documents/fill';
import type { FailedProbe } from '../documents/seller-probes';
import { DrawnLots } from './end-draw';
import type { FillsReservedHere } from './fills-reserved-here';
import { newJournal, releaseLines } from './journal-lines';
import { OWNED, isOwnedBy, moveOrder } from './order-moves';
import { byId } from './reads';
import { endedOnKey, requestEnded } from './reserve-fill';
import { resolveSeparateHold, resolvedHold } from './resolve-hold';
import { insert, type Step, type Transaction, type Writes } from './writes';

export interface ReleaseFill {
  readonly fillId: string;
  readonly reason: string;
  /** Only while this gateway decides what follows for its order. */
  readonly gatewayId?: string;
  /** Of its seller, when its lot defaults. */
  readonly failedProbes?: readonly FailedProbe[];
  /** How the attempt in progress ended, if there was one. */
  readonly attempt?: {
    readonly number: number;
    readonly state: AttemptState;
    readonly detail: string | null;
  };
}

export type ReleaseResult =
  | { readonly status: 'released' | 'duplicate'; readonly fill: FillDocument }
  /** A workflow has taken its order over. */
  | { readonly status: 'taken_over'; readonly fill: FillDocument }
  /** It was settled or abandoned, or does not exist. */
  | { readonly status: 'not_reserved'; readonly fill: FillDocument | null };

export function releaseFill(
  collections: Collections,
  reservedHere: Pick<FillsReservedHere, 'rowsOf'>,
): Transaction<ReleaseFill, ReleaseResult> {
  return {
    endsOrder: true,
    rows: ({ fillId }) => reservedHere.rowsOf(fillId),
    async plan(requests) {
      const fills = await byId(
        collections.fills,
        requests.map(({ fillId }) => fillId),
      );
      const lots = await DrawnLots.of(collections, fills.values());
      const owned = requests.filter(({ gatewayId }) => gatewayId !== undefined);
      const orders = await byId(
        collections.orders,
        owned.flatMap(({ fillId }) => fills.get(fillId)?.orderId ?? []),
      );
      return requests.map((request): Step<ReleaseResult> => {
        const fill = fills.get(request.fillId);
        if (fill?.status === 'released') {
          return { kind: 'answer', answer: { status: 'duplicate', fill } };
        }
        if (fill?.status !== 'reserved') {
          return { kind: 'answer', answer: { status: 'not_reserved', fill: fill ?? null } };
        }
        const { gatewayId } = request;
        if (gatewayId !== undefined && !isOwnedBy(gatewayId, orders.get(fill.orderId))) {
          return { kind: 'answer', answer: { status: 'taken_over', fill } };
        }
        return {
          kind: 'write',
          writes: releaseWrites(request, fill, lots),
          answer: { status: 'released', fill: released(fill, request.reason) },
        };
      });
    },
  };
}

/** The fill after its release. */
export function released(fill: FillDocument, releaseReason: string): FillDocument {
  return { ...fill, status: 'released', releaseReason, hold: resolvedHold(fill, 0n) };
}

/** All writes of the release; each draw of a batch builds on the previous one. */
export function releaseWrites(request: ReleaseFill, fill: FillDocument, lots: DrawnLots): Writes {
  return fill.kind === 'draw' ? undrawn(request, fill, lots) : unmatched(request, fill);
}

function undrawn(request: ReleaseFill, fill: FillDocument, lots: DrawnLots): Writes {
  const now = new Date();
  const { writes } = lots.end(fill, { usedTokens: 0, reason: request.reason, now });
  return { ...writes, ...requestEnded(fill), ...releasedRecords(request, fill, now) };
}

function unmatched(request: ReleaseFill, fill: FillDocument): Writes {
  const { reason } = request;
  const now = new Date();
  const { _id: fillId, accountId, askId, orderId, quantityTokens } = fill;
  const hold = holdAmountScale8(fill.priceScale8, quantityTokens);
  return {
    balance: { accountId, postedScale8: 0n, heldScale8: -hold, neededScale8: 0n },
    ...requestEnded(fill),
    ...endedOnKey(fill, 0n),
    ask: { askId, reserved: null, soldTokens: 0, returnedTokens: quantityTokens },
    ...releasedRecords(request, fill, now),
    ...resolveSeparateHold(fill, { amountScale8: hold, capturedScale8: 0n }, now),
    journals: [
      insert(
        newJournal({
          _id: `release:${fillId}`,
          kind: 'release',
          accountId,
          fillId,
          holdId: fillId,
          orderId,
          reason,
          lines: releaseLines(accountId, hold),
          createdAt: now,
        }),
      ),
    ],
  };
}

/** Releases the fill and frees its order for another one. */
function releasedRecords(
  { reason, attempt, failedProbes, gatewayId }: ReleaseFill,
  fill: FillDocument,
  now: Date,
): Pick<Writes, 'fills' | 'orders'> {
  const { _id: fillId, orderId } = fill;
  const hold = resolvedHold(fill, 0n);
  const onlyIf = gatewayId === undefined ? {} : { gatewayId, ...OWNED };
  return {
    fills: [
      {
        updateOne: {
          filter: { _id: fillId, status: 'reserved' },
          update: {
            $set: {
              status: 'released',
              releaseReason: reason,
              ...(hold && { hold }),
              ...(failedProbes && { failedProbes: [...failedProbes] }),
              ...(attempt && {
                'attempts.$[ended].state': attempt.state,
                'attempts.$[ended].detail': attempt.detail,
                'attempts.$[ended].endedAt': now,
              }),
            },
          },
          ...(attempt && { arrayFilters: [{ 'ended.number': attempt.number }] }),
        },
      },
    ],
    orders: [moveOrder('release', { orderId, fillId, now }, { onlyIf })],
  };
}
