/**
 * The end of a fill's hold: the captured part, and the rest released. A fill reserved by an earlier
 * release has its hold in a separate document.
 */
import type { FillDocument, FillHold } from '../documents/fill';
import type { Writes } from './writes';

/** The hold after a capture; null when the fill contains none. */
export function resolvedHold(
  { hold }: Pick<FillDocument, 'hold'>,
  capturedScale8: bigint,
): FillHold | null {
  if (!hold) return null;
  return { amountScale8: hold.amountScale8, ...resolution(hold.amountScale8, capturedScale8) };
}

/** For a fill that contains no hold. */
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
