/** The ends of a seller's newest requests, as its public figures count them (STANDING-10). */
import { timeOfUuidV7, uuidV7At } from '../../domain/ids';
import type { FiguredEnd } from '../../domain/seller-figures';
import type { ReadCollections } from '../collections';
import type { FillDocument } from '../fill';

/** More would say the same. */
const REQUESTS_MAX = 2_000;
const NO_DIGITS = '00000000-0000-4000-8000-000000000000';

export interface TimedEnd {
  readonly modelId: string;
  readonly atMs: number;
  readonly end: FiguredEnd;
}

type Ended = Pick<FillDocument, '_id' | 'modelId' | 'status' | 'attempts' | 'usage'>;

export async function figuredEnds(
  { fills }: Pick<ReadCollections, 'fills'>,
  sellerId: string,
  sinceMs: number,
): Promise<TimedEnd[]> {
  const found = await fills
    .find({ sellerId, _id: { $gt: uuidV7At(sinceMs, NO_DIGITS) } })
    .project<Ended>({ modelId: 1, status: 1, attempts: 1, usage: 1 })
    .sort({ _id: -1 })
    .limit(REQUESTS_MAX)
    .toArray();
  return found.flatMap((fill) => {
    const end = endOf(fill);
    return end ? [{ modelId: fill.modelId, atMs: timeOfUuidV7(fill._id), end }] : [];
  });
}

/** Null for what the seller did not end by itself, for a cut, and for a failure: the score has it. */
function endOf({ status, attempts, usage }: Ended): FiguredEnd | null {
  if (status === 'released') {
    return attempts.at(-1)?.reason === 'request_refused' ? { kind: 'refused' } : null;
  }
  const delivered = attempts.find(({ state }) => state === 'delivered');
  if (status !== 'settled' || !delivered?.endedAt || delivered.reason) return null;
  const { startedAt, firstByteAt, endedAt, streamed, calls } = delivered;
  const sinceStart = (at: Date) => at.getTime() - startedAt.getTime();
  return {
    kind: 'answered',
    firstByteMs: streamed && firstByteAt ? sinceStart(firstByteAt) : null,
    durationMs: sinceStart(endedAt),
    completionTokens: Number(usage?.completionTokens ?? 0),
    calls: calls ?? null,
  };
}
