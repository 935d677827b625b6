/** Who has an endpoint, by any of its spellings. */
import type { mongo } from 'mongoose';
import { endpointIdentity } from '../../domain/endpoint-identity';
import type { Registration } from '../../domain/registration';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';

type Asked = Pick<Registration, 'endpointUrl' | 'apiKeyHash' | 'currentKeyHash'>;

/**
 * The seller whose key the endpoint has proved, else the seller that has one of these keys, else the
 * one that holds the endpoint: an earlier release may have registered several, by different
 * spellings.
 */
export async function knownSeller(
  { sellers }: Pick<Records, 'sellers'>,
  { endpointUrl, apiKeyHash, currentKeyHash }: Asked,
): Promise<SellerDocument | null> {
  const identity = endpointIdentity(endpointUrl);
  const atEndpoint = {
    // The address itself: a process of an earlier release may register a seller at this moment.
    $or: [{ endpointIdentity: identity }, { endpointUrl }],
  } satisfies mongo.Filter<SellerDocument>;
  const keys = [apiKeyHash, currentKeyHash].filter((hash) => hash !== null);
  const own = await sellers.findOne({ ...atEndpoint, apiKeyHash: { $in: keys } });
  if (own?.verifiedAt) return own;
  return (
    (await sellers.findOne({ endpointIdentity: identity, verifiedAt: { $ne: null } })) ??
    own ??
    (await sellers.findOne({ $or: [{ heldEndpoint: identity }, { endpointUrl }] }))
  );
}
