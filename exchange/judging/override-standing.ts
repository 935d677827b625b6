/** The operator's decision about a seller. A ban is one of the endpoint. */
import type { SellerStanding, StandingOverride } from '../../domain/standing';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import type { StandingWorkflows } from '../deps';
import { stampDecision } from '../sellers/stamp-decision';

/**
 * Sellers that an earlier release registered at the same endpoint are banned with it. The seller
 * itself comes last, so that a repetition after a failure finds the others.
 */
export async function overrideStanding(
  { sellers, ledger }: Pick<Records, 'sellers' | 'ledger'>,
  standings: StandingWorkflows,
  seller: SellerDocument,
  override: StandingOverride,
): Promise<SellerStanding | null> {
  const decision = { ...override, ...(await stampDecision({ ledger })) };
  if (override.standing === 'Banned' && seller.endpointIdentity) {
    const { _id, endpointIdentity } = seller;
    const others = sellers.find({
      endpointIdentity,
      _id: { $ne: _id },
      standing: { $ne: 'Banned' },
    });
    for await (const other of others) await standings.set(other, decision);
  }
  return standings.set(seller, decision);
}
