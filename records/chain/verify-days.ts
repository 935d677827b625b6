/** Verifies closed days one after the other; reads only, and holds one page of journals at a time. */
import type { ClosedDayDocument } from '../documents/closed-day';
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
  { from, to, expected = new Map() }: Verification = {},
): AsyncGenerator<VerifiedDay> {
  const days = await sources.closedDays.find({}).sort({ _id: 1 }).toArray();
  const lastChained = days.findLastIndex(({ chain }) => chain);
  const isWithin = ({ _id }: ClosedDayDocument) =>
    (from === undefined || _id >= from) && (to === undefined || _id <= to);
  for (const [index, day] of days.entries()) {
    if (!isWithin(day) && !expected.has(day._id)) continue;
    const verified = await verifyDay(sources, day, days[index - 1] ?? null);
    const differences = [
      ...differencesOf(verified, expected.get(day._id)),
      ...(!day.chain && index < lastChained ? ['it has no digest, and a later day has one'] : []),
    ];
    yield { ...verified, differences: [...differences, ...verified.differences] };
  }
  for (const [day] of expected) {
    if (days.some(({ _id }) => _id === day)) continue;
    yield { day, journals: 0, digest: null, differences: ['it is not a closed day'] };
  }
}

function differencesOf({ digest }: VerifiedDay, expected: string | undefined): string[] {
  if (expected === undefined || expected === digest) return [];
  return [`its digest is ${digest ?? 'missing'}, and ${expected} was expected`];
}
