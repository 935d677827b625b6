/** Verifies closed days one after the other; reads only, and holds one page of journals at a time. */
import { type VerifiedDay, type VerifySources, verifyDay } from './verify-day';

interface Verification {
  /** `YYYY-MM-DD`, both inclusive; absent for the first and the last closed day. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Digests by day that were written down elsewhere; each of these days is verified, too. */
  readonly expected?: ReadonlyMap<string, string>;
}

export async function* verifyDays(
  sources: VerifySources,
  { from = '', to = '~', expected = new Map() }: Verification = {},
): AsyncGenerator<VerifiedDay> {
  const missing = new Set(expected.keys());
  const chosen = { $or: [{ _id: { $gte: from, $lte: to } }, { _id: { $in: [...missing] } }] };
  for (const day of await sources.closedDays.find(chosen).sort({ _id: 1 }).toArray()) {
    missing.delete(day._id);
    yield verifyDay(sources, day, expected.get(day._id));
  }
  for (const day of missing) {
    yield { day, journals: 0, digest: null, differences: ['it is not a closed day'] };
  }
}
