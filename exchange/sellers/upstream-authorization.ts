/**
 * The `Authorization` header that an endpoint wants, as its seller gave it. It is sealed with the
 * payload keys and bound to the identity of the endpoint: of another endpoint it cannot be opened.
 */
import { endpointIdentity } from '../../domain/endpoint-identity';
import type { SealedText } from '../../domain/registration';
import { type Sealer, UnknownPayloadKey } from '../../domain/sealing';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { writable } from '../../records/mongodb/writable';

const READ_AT_ONCE = 100;

type Upstream = Pick<SellerDocument, 'endpointUrl' | 'upstreamAuthorization'>;

export function sealAuthorization(sealer: Sealer, endpointUrl: string, value: string): SealedText {
  const sealed = sealer.seal(Buffer.from(value), contextOf(endpointUrl)).toString('base64');
  return { sealed, sealedWith: sealer.keyId };
}

/**
 * Undefined for a seller that gave none.
 * @throws UnknownPayloadKey, or Error for a value that is damaged or of another endpoint
 */
export function authorizationOf(
  sealer: Sealer,
  { endpointUrl, upstreamAuthorization: stored }: Upstream,
): string | undefined {
  if (!stored) return undefined;
  return sealer.open(Buffer.from(stored.sealed, 'base64'), contextOf(endpointUrl)).toString();
}

/** Whether two sealed values of one endpoint are the same; false when one of them cannot be opened. */
export function isSameAuthorization(sealer: Sealer, one: Upstream, other: Upstream): boolean {
  try {
    return authorizationOf(sealer, one) === authorizationOf(sealer, other);
  } catch {
    return false;
  }
}

/**
 * Seals values again that were sealed with another payload key, so that the old key can be removed.
 * One that changes meanwhile is left to the next call; one whose key is lost, or that is damaged,
 * keeps no other from its turn.
 * @param onDamaged called for each seller whose value cannot be opened with the key that it names
 */
export async function resealAuthorizations(
  { sellers }: Pick<Records, 'sellers'>,
  sealer: Sealer,
  onDamaged: (err: Error) => void = () => undefined,
): Promise<void> {
  const { keyId } = sealer;
  const old = sellers.find({
    // The comparison with a text makes the partial index fit.
    'upstreamAuthorization.sealedWith': { $gt: '', $ne: keyId },
  });
  for await (const seller of old.batchSize(READ_AT_ONCE)) {
    const value = opened(sealer, seller, onDamaged);
    if (value === undefined) continue;
    const upstreamAuthorization = sealAuthorization(sealer, seller.endpointUrl, value);
    await writable(sellers).updateOne(
      { _id: seller._id, 'upstreamAuthorization.sealed': seller.upstreamAuthorization!.sealed },
      { $set: { upstreamAuthorization } },
    );
  }
}

function opened(sealer: Sealer, seller: SellerDocument, onDamaged: (err: Error) => void) {
  try {
    return authorizationOf(sealer, seller);
  } catch (err) {
    if (err instanceof UnknownPayloadKey) return undefined;
    onDamaged(
      new Error(`The authorization of the seller ${seller._id} is damaged`, { cause: err }),
    );
    return undefined;
  }
}

function contextOf(endpointUrl: string): string {
  return `upstream:${endpointIdentity(endpointUrl)}`;
}
