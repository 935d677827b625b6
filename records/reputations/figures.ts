/** A seller's public figures, of the ends of its newest requests (STANDING-10). */
import { timeOfUuidV7, uuidV7At } from '../../domain/ids';
import { type FiguredEnd, figuresOf } from '../../domain/seller-figures';
import type { ReadCollections } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { ModelFigures, ReputationDocument } from '../documents/reputation';

/** More would say the same. */
const REQUESTS_MAX = 2_000;
/** So long a seller rests for each request that was read: a full read is repeated after five minutes. */
const REST_MS_PER_REQUEST = 150;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NO_DIGITS = '00000000-0000-4000-8000-000000000000';

type Ended = Pick<FillDocument, '_id' | 'modelId' | 'status' | 'attempts' | 'usage'>;
type KeptFigures = Required<Pick<ReputationDocument, 'figures' | 'figuresDueAt'>>;

/** Of each instrument that the seller was asked for within a day; without a request, none is due again. */
export async function figuresOfSeller(
  { fills }: Pick<ReadCollections, 'fills'>,
  sellerId: string,
  now: Date,
): Promise<KeptFigures> {
  const nowMs = now.getTime();
  const found = await fills
    .find({ sellerId, _id: { $gt: uuidV7At(nowMs - DAY_MS, NO_DIGITS) } })
    .project<Ended>({ modelId: 1, status: 1, attempts: 1, usage: 1 })
    .sort({ _id: -1 })
    .limit(REQUESTS_MAX)
    .toArray();
  const byModel = new Map<string, { hour: FiguredEnd[]; day: FiguredEnd[] }>();
  for (const fill of found) {
    const end = endOf(fill);
    if (!end) continue;
    const ends = byModel.get(fill.modelId) ?? { hour: [], day: [] };
    byModel.set(fill.modelId, ends);
    ends.day.push(end);
    if (timeOfUuidV7(fill._id) > nowMs - HOUR_MS) ends.hour.push(end);
  }
  const restMs = REST_MS_PER_REQUEST * found.length;
  return {
    figures: [...byModel].map(([modelId, { hour, day }]): ModelFigures => ({
      modelId,
      hour: figuresOf(hour),
      day: figuresOf(day),
    })),
    figuresDueAt: found.length === 0 ? null : new Date(nowMs + restMs),
  };
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
