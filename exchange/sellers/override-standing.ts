/** The operator's decision about a seller. A ban is one of the endpoint. */
import type { SellerStanding, StandingOverride } from '../../domain/standing';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/seller';
import type { StandingWorkflows } from '../ports';

/**
 * Sellers that an earlier release registered at the same endpoint are banned with it. The seller
 * itself comes last, so that a repetition after a failure finds the others.
 */
export async function overrideStanding(
  { sellers }: Pick<Records, 'sellers'>,
  standings: StandingWorkflows,
  seller: SellerDocument,
  override: StandingOverride,
): Promise<SellerStanding | null> {
  if (override.standing === 'Banned' && seller.endpointIdentity) {
    const { _id, endpointIdentity } = seller;
    const others = sellers.find({
      endpointIdentity,
      _id: { $ne: _id },
      standing: { $ne: 'Banned' },
    });
    for await (const other of others) await standings.set(other, override);
  }
  return standings.set(seller, override);
}
