/** Why the tokens of lots went back to their buyers, and what shows it. */
import type { Records } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { LotDocument } from '../../records/documents/lot';
import { attemptBodies, failedProbes } from '../fill-evidence';

type Sources = Pick<Records, 'fills' | 'journals'>;

/** The journal of a lot's own refund states the reason. */
export async function refundReasons(
  { journals }: Pick<Records, 'journals'>,
  lots: readonly LotDocument[],
): Promise<ReadonlyMap<string, string | null>> {
  const ids = lots.flatMap(({ _id, refundedTokens }) =>
    refundedTokens > 0 ? [`refund:${_id}`] : [],
  );
  if (ids.length === 0) return new Map();
  const found = await journals
    .find({ _id: { $in: ids } }, { projection: { reason: 1, reference: 1 } })
    .toArray();
  return new Map(found.map(({ reference, reason }) => [reference ?? '', reason]));
}

/** The draw that caused the default, by lot. */
export async function failedDraws(
  { fills }: Pick<Sources, 'fills'>,
  lots: readonly LotDocument[],
): Promise<ReadonlyMap<string, FillDocument>> {
  const ids = lots.flatMap(({ _id, status }) => (status === 'defaulted' ? [_id] : []));
  if (ids.length === 0) return new Map();
  const found = await fills
    .find({ lotId: { $in: ids }, releaseReason: 'seller_default' })
    .sort({ _id: -1 })
    .toArray();
  return new Map(found.map((fill) => [fill.lotId ?? '', fill]));
}

/** As the seller reads it: what it was asked when, what it answered, which probes failed. */
export function evidenceOf(fill: FillDocument) {
  return {
    request_id: fill._id,
    attempts: attemptBodies(fill),
    failed_probes: failedProbes(fill),
  };
}
