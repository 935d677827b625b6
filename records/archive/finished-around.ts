/**
 * Which lots and contract orders have ended for good, so that what belongs to them may move into the
 * archive.
 */
import type { Records } from '../connect';
import type { LotDocument } from '../documents/lot';
import { type Candidate, type Finished, contractOrderOf, lotOf } from './finished';
import { type ArchivedName, isOfBefore } from './archives';
import { type PastSources, pastLots } from './past';

type Sources = PastSources & Pick<Records, 'contractOrders'>;

const PROJECTION = {
  status: 1,
  contractId: 1,
  orderId: 1,
  endsAt: 1,
  closedAt: 1,
  hasStory: 1,
  reservedTokens: 1,
  refundedTokens: 1,
  refundedScale8: 1,
};

/** Of what the candidates belong to: that which ended before a time. */
export async function finishedAround(
  records: Sources,
  of: ArchivedName,
  candidates: readonly Candidate[],
  before: Date,
): Promise<Finished> {
  const idsBy = (idOf: typeof lotOf) => [
    ...new Set(candidates.flatMap((candidate) => idOf(of, candidate) ?? [])),
  ];
  const lotIds = idsBy(lotOf);
  const lots = lotIds.length > 0 ? await pastLots(records).byIds(lotIds, PROJECTION) : [];
  const ended = lots.filter((lot) => isFinished(lot, before));
  const orderIds = [...idsBy(contractOrderOf), ...ended.map(({ orderId }) => orderId)];
  const contractOrders = await endedOrders(records, orderIds, before);
  const finished = ended.filter(({ orderId }) => contractOrders.has(orderId));
  return { lots: new Set(finished.map(({ _id }) => _id)), contractOrders };
}

async function endedOrders(
  { contractOrders }: Sources,
  ids: readonly string[],
  before: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const orders = await contractOrders
    .find({ _id: { $in: [...new Set(ids)] } }, { projection: { status: 1, updatedAt: 1 } })
    .toArray();
  const ended = orders.filter(({ status, updatedAt }) => status !== 'open' && updatedAt < before);
  return new Set(ended.map(({ _id }) => _id));
}

/**
 * No draw is in progress and no workflow waits for its window. A lot that defaulted or gave anything
 * back stays with all that belongs to it: refunds are listed by the end of their lots, and are few.
 */
function isFinished(lot: LotDocument, before: Date): boolean {
  return (
    (lot.status === 'exhausted' || lot.status === 'expired') &&
    lot.closedAt !== null &&
    lot.closedAt < before &&
    lot.endsAt < before &&
    lot.hasStory &&
    lot.reservedTokens === 0 &&
    lot.refundedTokens === 0 &&
    lot.refundedScale8 === 0n &&
    isOfBefore(lot._id, before) &&
    isOfBefore(lot.contractId, before)
  );
}
