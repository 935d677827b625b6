/** The webhook endpoints of a buyer's account or a seller. */
import { parseEndpointUrl } from '../../domain/endpoint-url';
import { fail } from '../../domain/errors';
import { newId } from '../../domain/new-id';
import type { Sealer } from '../../domain/sealing';
import {
  ENDPOINTS_PER_PARTICIPANT,
  SECRETS_MAX,
  SECRET_OVERLAP_MS,
  type WebhookAudience,
  type WebhookEventType,
  type WebhookParticipant,
  concerns,
  newChallenge,
  newWebhookSecret,
} from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { writable } from '../../records/mongodb/writable';
import { type NameLookup, resolvesPublicly } from '../sellers/public-names';
import { sealSecret } from './secrets';
import { isDuplicate } from '../../records/mongodb/duplicate-key';

/** Attempts: the secrets may change between the read and the write. */
const TRIES = 8;
const NO_LEASE = new Date(0);
const SEALED_WITH_SEVERAL = '';

export interface WebhookEndpointDeps {
  readonly records: Pick<Records, 'webhookEndpoints'>;
  readonly sealer: Sealer;
  readonly lookup: NameLookup;
  readonly local: boolean;
}

export interface NewWebhookEndpoint {
  readonly url: string;
  readonly eventTypes: readonly WebhookEventType[] | null;
  readonly description: string | null;
}

/** Undefined leaves it unchanged. */
export interface WebhookEndpointChange {
  readonly url: string | undefined;
  readonly eventTypes: readonly WebhookEventType[] | null | undefined;
  readonly description: string | null | undefined;
  readonly isEnabled: boolean | undefined;
}

export interface WithSecret {
  readonly endpoint: WebhookEndpointDocument;
  /** Shown once. */
  readonly secret: string;
}

export class WebhookEndpoints {
  constructor(private readonly deps: WebhookEndpointDeps) {}

  /** @throws Failure `invalid_request` at the limit, `invalid_endpoint_url` */
  async create(participant: WebhookParticipant, given: NewWebhookEndpoint): Promise<WithSecret> {
    checkEventTypes(participant, given.eventTypes);
    const url = await this.publicUrl(given.url);
    const { webhookEndpoints } = this.deps.records;
    // Each slot once: a slot that another request has just taken may still look free to a read.
    for (const slot of freeSlots(await this.list(participant))) {
      const made = this.newEndpoint(participant, slot, { ...given, url });
      try {
        await writable(webhookEndpoints).insertOne({
          ...made.endpoint,
          slot: asDouble(slot),
          failures: asDouble(0),
          wakes: asDouble(0),
        });
        return made;
      } catch (err) {
        if (!isDuplicate(err)) throw err;
      }
    }
    const message = `At most ${ENDPOINTS_PER_PARTICIPANT} webhook endpoints are possible.`;
    throw fail('invalid_request', { message });
  }

  list(participant: WebhookParticipant): Promise<WebhookEndpointDocument[]> {
    const { webhookEndpoints } = this.deps.records;
    return webhookEndpoints.find({ participant }).sort({ slot: 1 }).toArray();
  }

  /** @throws Failure `not_found`, also for the endpoint of another participant */
  async find(participant: WebhookParticipant, id: string): Promise<WebhookEndpointDocument> {
    const found = await this.deps.records.webhookEndpoints.findOne({ _id: id, participant });
    if (!found) throw noSuchEndpoint();
    return found;
  }

  /**
   * After enabling, earlier failures no longer count. Another URL has to be confirmed.
   * @throws Failure `not_found`, `invalid_endpoint_url`
   */
  async update(
    participant: WebhookParticipant,
    id: string,
    change: WebhookEndpointChange,
  ): Promise<WebhookEndpointDocument> {
    const { eventTypes, description, isEnabled } = change;
    checkEventTypes(participant, eventTypes ?? null);
    const url = change.url === undefined ? undefined : await this.publicUrl(change.url);
    const before = url === undefined ? null : await this.find(participant, id);
    const isMoved = before !== null && url !== before.url;
    const now = new Date();
    const changed = await writable(this.deps.records.webhookEndpoints).findOneAndUpdate(
      { _id: id, participant },
      {
        $set: {
          ...(url === undefined ? {} : { url }),
          ...(isMoved ? moved(before, now) : {}),
          ...(eventTypes === undefined ? {} : { eventTypes: eventTypes && [...eventTypes] }),
          ...(description === undefined ? {} : { description }),
          ...(isEnabled === undefined ? {} : isEnabled ? enabled(now) : disabled(now)),
          updatedAt: now,
        },
        // A worker that sends to it meanwhile leaves it due.
        ...(isMoved || isEnabled === true ? { $inc: { wakes: asDouble(1) } } : {}),
      },
      { returnDocument: 'after' },
    );
    if (!changed) throw noSuchEndpoint();
    return changed;
  }

  /** @throws Failure `not_found` */
  async remove(participant: WebhookParticipant, id: string): Promise<void> {
    const { webhookEndpoints } = this.deps.records;
    const { deletedCount } = await writable(webhookEndpoints).deleteOne({ _id: id, participant });
    if (deletedCount === 0) throw noSuchEndpoint();
  }

  /** The previous secret signs beside the new one for a while. @throws Failure `not_found` */
  async rotateSecret(participant: WebhookParticipant, id: string): Promise<WithSecret> {
    const { records, sealer } = this.deps;
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const before = await this.find(participant, id);
      const now = new Date();
      const until = new Date(now.getTime() + SECRET_OVERLAP_MS);
      const previous = before.secrets
        .map(({ sealed, expiresAt }) => ({ sealed, expiresAt: expiresAt ?? until }))
        .filter(({ expiresAt }) => expiresAt > now);
      const secret = newWebhookSecret();
      const current = { sealed: sealSecret(sealer, id, secret), expiresAt: null };
      const endpoint = await writable(records.webhookEndpoints).findOneAndUpdate(
        { _id: id, participant, secrets: before.secrets },
        {
          $set: {
            secrets: [current, ...previous].slice(0, SECRETS_MAX),
            // Secrets of two keys are sealed again (secrets.ts).
            sealedWith: before.sealedWith === sealer.keyId ? sealer.keyId : SEALED_WITH_SEVERAL,
            updatedAt: now,
          },
        },
        { returnDocument: 'after' },
      );
      if (endpoint) return { endpoint, secret };
    }
    throw fail('service_unavailable');
  }

  private newEndpoint(
    participant: WebhookParticipant,
    slot: number,
    { url, eventTypes, description }: NewWebhookEndpoint,
  ): WithSecret {
    const { sealer } = this.deps;
    const now = new Date();
    const id = newId();
    const secret = newWebhookSecret();
    return {
      secret,
      endpoint: {
        _id: id,
        participant,
        slot,
        url,
        challenge: newChallenge(),
        eventTypes: eventTypes && [...eventTypes],
        description,
        secrets: [{ sealed: sealSecret(sealer, id, secret), expiresAt: null }],
        sealedWith: sealer.keyId,
        status: 'enabled',
        disabledReason: null,
        disabledAt: null,
        failingSince: null,
        failures: 0,
        dueAt: now,
        wakes: 0,
        leasedUntil: NO_LEASE,
        createdAt: now,
        updatedAt: now,
      },
    };
  }

  /** @throws Failure `invalid_endpoint_url` */
  private async publicUrl(text: string): Promise<string> {
    const { local, lookup } = this.deps;
    const endpointUrl = parseEndpointUrl(text, { local }, 'url');
    if (await resolvesPublicly({ endpointUrl, local }, lookup)) return endpointUrl;
    const message = 'url must point to a publicly routable host.';
    throw fail('invalid_endpoint_url', { param: 'url', message });
  }
}

/** @throws Failure `invalid_request` */
function checkEventTypes(
  participant: WebhookParticipant,
  eventTypes: readonly WebhookEventType[] | null,
): void {
  const [audience] = participant.split(':') as [WebhookAudience];
  const other = eventTypes?.find((type) => !concerns(type, audience));
  if (!other) return;
  const whom = audience === 'account' ? 'a buyer' : 'a seller';
  const message = `event_types must not contain ${other}: it does not concern ${whom}.`;
  throw fail('invalid_request', { param: 'event_types', message });
}

/** Ends all of a participant: anyone who had its earlier key may have made some. */
export async function removeEndpoints(
  { webhookEndpoints }: WebhookEndpointDeps['records'],
  participant: WebhookParticipant,
): Promise<void> {
  await writable(webhookEndpoints).deleteMany({ participant });
}

function freeSlots(endpoints: readonly WebhookEndpointDocument[]): number[] {
  const used = new Set(endpoints.map(({ slot }) => slot));
  const all = Array.from({ length: ENDPOINTS_PER_PARTICIPANT }, (_, slot) => slot);
  return all.filter((slot) => !used.has(slot));
}

function moved({ status }: WebhookEndpointDocument, now: Date) {
  const dueAt = status === 'enabled' ? now : null;
  return { challenge: newChallenge(), failingSince: null, failures: asDouble(0), dueAt };
}

function enabled(now: Date) {
  return {
    status: 'enabled' as const,
    disabledReason: null,
    disabledAt: null,
    failingSince: null,
    failures: asDouble(0),
    dueAt: now,
  };
}

function disabled(now: Date) {
  const disabledReason = 'owner' as const;
  return { status: 'disabled' as const, disabledReason, disabledAt: now, dueAt: null };
}

function noSuchEndpoint() {
  return fail('not_found', { message: 'There is no such webhook endpoint.' });
}
