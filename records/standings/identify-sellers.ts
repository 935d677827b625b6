/**
 * Gives the sellers of earlier releases what they are compared by: the identity of their endpoint,
 * and the key of their name. Every process does so at its start, since an earlier release may have
 * registered more in the meantime.
 *
 * An earlier release took each spelling of an endpoint for an endpoint of its own. The oldest seller
 * holds it; later ones keep their record, key and standing, and are named to the operator.
 */
import { endpointIdentity } from '../../domain/endpoint-identity';
import { nameKey } from '../../domain/seller-names';
import type { Standing } from '../../domain/standing';
import type { SellerDocument } from '../documents/seller';
import { writable } from '../mongodb/writable';
import { type SellerRecords, changeSeller } from './change-seller';
import { isDuplicate } from '../mongodb/duplicate-key';

/** A later seller of an endpoint, and the one that holds it. */
export interface SharedEndpoint {
  readonly sellerId: string;
  readonly standing: Standing;
  readonly endpointUrl: string;
  readonly heldBy: string;
  readonly holderStanding: Standing;
}

/**
 * The oldest first, so that it holds its endpoint. A repetition, also at the same time in another
 * process, changes nothing more.
 * @returns the later sellers that were found by this call
 */
export async function identifySellers(records: SellerRecords): Promise<SharedEndpoint[]> {
  const shared: SharedEndpoint[] = [];
  for await (const seller of records.sellers.find({ endpointIdentity: null }).sort({ _id: 1 })) {
    if (await holds(records, seller)) continue;
    const found = await shares(records, seller);
    if (found) shared.push(found);
  }
  return shared;
}

function comparedBy({ endpointUrl, name }: SellerDocument) {
  return { endpointIdentity: endpointIdentity(endpointUrl), nameKey: nameKey(name) };
}

async function holds({ sellers }: SellerRecords, seller: SellerDocument): Promise<boolean> {
  const compared = comparedBy(seller);
  try {
    await writable(sellers).updateOne(
      { _id: seller._id, endpointIdentity: null },
      { $set: { ...compared, heldEndpoint: compared.endpointIdentity } },
    );
    return true;
  } catch (err) {
    if (isDuplicate(err, 'heldEndpoint')) return false;
    throw err;
  }
}

/** @returns null when another process has found it */
async function shares(
  records: SellerRecords,
  seller: SellerDocument,
): Promise<SharedEndpoint | null> {
  const compared = comparedBy(seller);
  const holder = await records.sellers.findOne({ heldEndpoint: compared.endpointIdentity });
  if (!holder) throw new Error(`No seller holds ${compared.endpointIdentity}`);
  const changed = await changeSeller(
    records,
    { _id: seller._id, endpointIdentity: null },
    { $set: { ...compared, updatedAt: new Date() } },
    {
      kind: 'updated',
      standing: null,
      reason: `Its endpoint is that of seller ${holder._id}, which was registered before it.`,
      actor: 'upgrade',
      causes: [],
    },
  );
  if (!changed) return null;
  return {
    sellerId: changed._id,
    standing: changed.standing,
    endpointUrl: changed.endpointUrl,
    heldBy: holder._id,
    holderStanding: holder.standing,
  };
}
