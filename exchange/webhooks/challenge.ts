/**
 * A new URL gets one request, the challenge, and nothing else until its answer repeats it: nobody can have
 * events sent to the host of somebody who did not ask for them.
 */
import { CHALLENGE_EVENT, type WebhookParticipant, repeatsChallenge } from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import type { WebhookEndpointDocument } from '../../records/documents/webhook-endpoint';
import { webhookEvent } from '../../records/webhooks/new-event';
import { writable } from '../../records/mongodb/writable';
import type { WebhookRecords } from './new-deliveries';
import { type AttemptResult, isAccepted, noteFailure } from './due-deliveries';

/** `later`: the exchange could not ask, or the URL has changed meanwhile. */
export type ChallengeOutcome = 'confirmed' | 'refused' | 'later';

/** Not stored: the endpoint has its challenge. A repetition is the same event. */
export function challengeEvent(endpoint: WebhookEndpointDocument): {
  readonly eventId: string;
  readonly body: string;
} {
  const { _id, challenge, participant, updatedAt } = endpoint;
  const { _id: eventId, body } = webhookEvent({
    type: CHALLENGE_EVENT,
    key: `${_id}|${challenge}`,
    participants: [participant as WebhookParticipant],
    data: { endpoint_id: _id, challenge },
    at: updatedAt,
  });
  return { eventId, body };
}

export async function recordChallenge(
  records: WebhookRecords,
  endpoint: WebhookEndpointDocument,
  result: AttemptResult,
): Promise<ChallengeOutcome> {
  if (result.kind === 'ours') return 'later';
  const { _id, url, challenge } = endpoint;
  if (isAccepted(result) && challenge && repeatsChallenge(result.text ?? '', challenge)) {
    const confirmed = { challenge: null, failingSince: null, failures: asDouble(0) };
    const { matchedCount } = await writable(records.webhookEndpoints).updateOne(
      { _id, url, challenge },
      { $set: confirmed },
    );
    return matchedCount > 0 ? 'confirmed' : 'later';
  }
  await noteFailure(records, endpoint, result);
  return 'refused';
}
