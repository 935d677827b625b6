/**
 * The end of the hold of a fill: what was captured of it, and the rest released. A fill that was
 * reserved by a release before this one has its hold in a document of its own.
 */
import type { FillDocument, FillHold } from '../fill';
import type { Writes } from './writes';

/** As it is when so much of it was captured; null where the fill carries none. */
export function resolvedHold(
  { hold }: Pick<FillDocument, 'hold'>,
  capturedScale8: bigint,
): FillHold | null {
  if (!hold) return null;
  return { amountScale8: hold.amountScale8, ...resolution(hold.amountScale8, capturedScale8) };
}

/** Of a fill that carries none. */
export function resolveSeparateHold(
  { _id, hold }: Pick<FillDocument, '_id' | 'hold'>,
  { amountScale8, capturedScale8 }: Pick<FillHold, 'amountScale8' | 'capturedScale8'>,
  now: Date,
): Pick<Writes, 'holds'> {
  if (hold) return {};
  const update = { $set: { ...resolution(amountScale8, capturedScale8), resolvedAt: now } };
  return { holds: [{ updateOne: { filter: { _id, status: 'open' }, update } }] };
}

function resolution(amountScale8: bigint, capturedScale8: bigint): Omit<FillHold, 'amountScale8'> {
  return {
    status: capturedScale8 > 0n ? 'captured' : 'released',
    capturedScale8,
    releasedScale8: amountScale8 - capturedScale8,
    openScale8: 0n,
  };
}
