/** Secrets of webhook endpoints, sealed with the payload keys. */
import { type Sealer, UnknownPayloadKey } from '../../domain/sealing';
import type { Records } from '../../records/connect';
import type {
  WebhookEndpointDocument,
  WebhookSecret,
} from '../../records/documents/webhook-endpoint';
import { writable } from '../../records/mongodb/writable';

const READ_AT_ONCE = 100;

export function sealSecret(sealer: Sealer, endpointId: string, secret: string): string {
  return sealer.seal(Buffer.from(secret), contextOf(endpointId)).toString('base64');
}

/** Those that sign now, the current one first. @throws UnknownPayloadKey */
export function signingSecrets(
  sealer: Sealer,
  { _id, secrets }: Pick<WebhookEndpointDocument, '_id' | 'secrets'>,
  now: Date,
): string[] {
  return secrets
    .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    .map(({ sealed }) => open(sealer, _id, sealed));
}

/**
 * Seals secrets again that were sealed with another payload key, so that the old key can be
 * removed. A secret that changes meanwhile is left to the next call; one whose key is lost, or that
 * is damaged, keeps no other from its turn.
 * @param onDamaged called for each endpoint whose secrets cannot be opened with the key that they name
 */
export async function resealSecrets(
  { webhookEndpoints }: Pick<Records, 'webhookEndpoints'>,
  sealer: Sealer,
  onDamaged: (err: Error) => void = () => undefined,
): Promise<void> {
  const { keyId } = sealer;
  const old = webhookEndpoints.find({ sealedWith: { $ne: keyId } }).batchSize(READ_AT_ONCE);
  for await (const { _id, secrets } of old) {
    const sealed = sealedAnew(sealer, _id, secrets, onDamaged);
    if (!sealed) continue;
    await writable(webhookEndpoints).updateOne(
      { _id, secrets },
      { $set: { secrets: sealed, sealedWith: keyId } },
    );
  }
}

/** Null without the key of one of them, which the sealer counts, and when one is damaged. */
function sealedAnew(
  sealer: Sealer,
  endpointId: string,
  secrets: readonly WebhookSecret[],
  onDamaged: (err: Error) => void,
) {
  try {
    return secrets.map((secret) => ({
      ...secret,
      sealed: sealSecret(sealer, endpointId, open(sealer, endpointId, secret.sealed)),
    }));
  } catch (err) {
    if (err instanceof UnknownPayloadKey) return null;
    onDamaged(new Error(`A secret of the webhook ${endpointId} is damaged`, { cause: err }));
    return null;
  }
}

function open(sealer: Sealer, endpointId: string, sealed: string): string {
  return sealer.open(Buffer.from(sealed, 'base64'), contextOf(endpointId)).toString();
}

function contextOf(endpointId: string): string {
  return `webhook:${endpointId}`;
}
