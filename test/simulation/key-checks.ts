/**
 * What must hold of keys: of several who claim an endpoint one has it, as was told, and each change
 * of a key is recorded once. From the moment when a rotation or a revocation was told, the key before
 * it is dead at every gateway.
 */
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import { hashKey } from '../../domain/key-hash';
import type { Decision } from './operator';
import type { Endpoint, Keys, Revocation } from './keys';
import type { Servers } from './processes';

interface Told extends Decision {
  readonly end: number;
}

const isDone = (one: Decision): one is Told => one.told.at(-1)?.kind === 'done';

export async function brokenKeys(
  { records, settings }: Servers,
  { endpoints, revocations }: Keys,
): Promise<string[]> {
  const found: string[] = [];
  for (const endpoint of endpoints)
    found.push(...(await brokenEndpoint(records, settings, endpoint)));
  for (const one of revocations) found.push(...brokenRevocation(one));
  return found;
}

async function brokenEndpoint(
  { sellers, sellerChanges }: WritableRecords,
  { secrets: { keyPepper } }: Settings,
  { url, formerKey, claims, uses }: Endpoint,
): Promise<string[]> {
  const found: string[] = [];
  const known = await sellers.find({ endpointUrl: url }).toArray();
  if (known.length > 1) found.push(`the endpoint ${url} has ${known.length} sellers`);
  const [seller] = known;
  const holds = (key: string) => hashKey(keyPepper, key) === seller?.apiKeyHash;
  const told = claims.filter(isDone);
  if (told.length > 1) found.push(`${told.length} who claimed ${url} were told that they have it`);
  if (claims.every((one) => one.told.at(-1)?.kind === 'refused'))
    found.push(`all who claimed ${url} were refused: ${JSON.stringify(claims[0]?.told)}`);
  for (const { claimedKey } of told)
    if (!holds(claimedKey)) found.push(`told of a key of ${url} that is not its key`);
  const owner = claims.find(({ claimedKey }) => holds(claimedKey));
  const changes = await sellerChanges.find({ sellerId: seller?._id ?? 'none' }).toArray();
  const kind = formerKey === null ? 'registered' : 'key_rotated';
  const changed = changes.filter((change) => change.kind === kind).length;
  if (changed !== (owner ? 1 : 0))
    found.push(`${url} was ${kind} ${changed} times, and ${owner ? 'a' : 'no'} claim has it`);
  const end = told[0]?.end ?? Infinity;
  for (const { key, begin, isAccepted } of uses) {
    const isLater = begin > end;
    if (isAccepted && key === formerKey && isLater)
      found.push(`the former key of ${url} worked after its rotation was told`);
    if (isAccepted && key !== formerKey && key !== owner?.claimedKey)
      found.push(`a key that never was that of ${url} worked`);
    if (!isAccepted && isLater && key === owner?.claimedKey)
      found.push(`the key of ${url} did not work after its rotation was told`);
  }
  return found;
}

function brokenRevocation({ revoked, uses }: Revocation): string[] {
  const found: string[] = [];
  const { sentAtMs: revokedAtMs } = revoked;
  for (const { sentAtMs, begin, isAccepted } of uses) {
    if (isAccepted && isDone(revoked) && begin > revoked.end)
      found.push('a key of a buyer worked after its revocation was told');
    if (!isAccepted && sentAtMs < (revokedAtMs ?? Infinity) - PATIENCE_MS)
      found.push('a key of a buyer did not work before its revocation');
  }
  return found;
}

/** A use may be answered so long after it was sent. */
const PATIENCE_MS = 30_000;
