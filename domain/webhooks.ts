/**
 * Webhooks: which events there are and who receives them, the schedule of retries, and the
 * signature of Standard Webhooks.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { LEAST_REQUEST_TOKENS } from './prompts/size';

/** A buyer's account or a seller: it has endpoints, and events concern it. */
export type WebhookParticipant = `account:${string}` | `seller:${string}`;
export type WebhookAudience = 'account' | 'seller';

interface WebhookEventRule {
  readonly audiences: readonly WebhookAudience[];
  readonly meaning: string;
}

export const WEBHOOK_EVENTS = {
  'order.partially_filled': {
    audiences: ['account'],
    meaning: 'A contract order was filled in part; its remainder is open.',
  },
  'order.filled': { audiences: ['account'], meaning: 'A contract order was filled completely.' },
  'order.cancelled': {
    audiences: ['account'],
    meaning: 'The remainder of a contract order was cancelled; its hold was released.',
  },
  'order.expired': {
    audiences: ['account'],
    meaning: 'The remainder of a contract order expired; its hold was released.',
  },
  'order.rejected': {
    audiences: ['account'],
    meaning: 'A contract order was rejected without a fill; its hold was released.',
  },
  'lot.sold': {
    audiences: ['account', 'seller'],
    meaning: 'A fill created a lot: the seller owes its tokens from `delivery_start` on.',
  },
  'lot.opened': {
    audiences: ['account', 'seller'],
    meaning: 'The window of a lot opened: its tokens can be drawn.',
  },
  'lot.ending': {
    audiences: ['account', 'seller'],
    meaning:
      'The window of a lot ends within an hour, or within a tenth of its length if that is shorter.',
  },
  'lot.ended': {
    audiences: ['account', 'seller'],
    meaning:
      'A lot ended: all of its tokens were drawn (`exhausted`), its window ended (`expired`), or an operator ended it with a refund (`voided`).',
  },
  'lot.defaulted': {
    audiences: ['account', 'seller'],
    meaning: 'The seller failed to deliver: the undrawn tokens were refunded to the buyer.',
  },
  'ticket.exhausted': {
    audiences: ['account'],
    meaning: `The tokens of a ticket were drawn: each of its lots has fewer than ${LEAST_REQUEST_TOKENS} left, which pay for no request.`,
  },
  'account.deposited': { audiences: ['account'], meaning: 'Money was deposited into the account.' },
  'seller.standing_changed': {
    audiences: ['seller'],
    meaning: 'The standing of the seller changed.',
  },
  'seller.key_rotated': {
    audiences: ['seller'],
    meaning: 'The key of the seller was replaced by another one.',
  },
  'seller.limit_learned': {
    audiences: ['seller'],
    meaning:
      'The seller refused three times within an hour what others served: such requests go to others for an hour.',
  },
  'contract.seller_standing_changed': {
    audiences: ['account'],
    meaning: 'The standing of a seller changed that owes tokens under a contract.',
  },
} as const satisfies Record<string, WebhookEventRule>;

export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];

/** Sent on request, to one endpoint, whatever it has subscribed to. */
export const TEST_EVENT = 'webhook.test';
/** Sent to a new URL before any other event: only a receiver that repeats it gets events. */
export const CHALLENGE_EVENT = 'webhook.challenge';
/** Sent to nobody: a draw left less than the least request of a lot, which may exhaust its ticket. */
export const LOT_SPENT_EVENT = 'lot.spent';
export type SentEventType = WebhookEventType | typeof TEST_EVENT | typeof CHALLENGE_EVENT;

export function concerns(type: WebhookEventType, audience: WebhookAudience): boolean {
  return (WEBHOOK_EVENTS[type].audiences as readonly WebhookAudience[]).includes(audience);
}

export const ENDPOINTS_PER_PARTICIPANT = 10;
/** How long the previous secret signs beside the new one. */
export const SECRET_OVERLAP_MS = 24 * 3_600_000;
/** Secrets that sign at the same time, the current one included. */
export const SECRETS_MAX = 3;
export const EVENTS_KEPT_SECONDS = 30 * 86_400;

const RETRY_FACTOR = 2.5;
const RETRY_DELAY_MAX_MS = 12 * 3_600_000;
/** A delay is shortened or prolonged at random by up to this part. */
const JITTER = 0.2;
/** Whoever was not tried for longer was not tried because the exchange could not. */
export const LONGEST_RETRY_DELAY_MS = RETRY_DELAY_MAX_MS * (1 + JITTER);
/** From the first attempt; then the delivery has failed. */
export const RETRIES_END_AFTER_MS = 3 * 86_400_000;
/** An endpoint that accepted nothing for this long is disabled. */
export const DISABLED_AFTER_MS = 5 * 86_400_000;
const PAUSE_MAX_MS = 60_000;

/**
 * The delay before the next attempt at a delivery.
 * @param attempts those that have failed, at least one
 * @param random from 0 to 1
 */
export function retryDelayMs(attempts: number, baseMs: number, random: number): number {
  const delayMs = Math.min(baseMs * RETRY_FACTOR ** (attempts - 1), RETRY_DELAY_MAX_MS);
  return Math.round(delayMs * (1 - JITTER + 2 * JITTER * random));
}

/** How long an endpoint rests after a failed attempt, so that its backlog costs little. */
export function endpointPauseMs(failures: number, baseMs: number): number {
  return Math.min(baseMs * 2 ** Math.min(failures - 1, 20), PAUSE_MAX_MS);
}

/** The same for every repetition of a change: a retry or a crash never makes a second event. */
export function webhookEventId(type: string, businessKey: string): string {
  return `evt_${digest(`${type}|${businessKey}`, 32)}`;
}

/** Ids of one endpoint sort by the times of their events. */
export function webhookDeliveryId(eventId: string, at: Date, endpointId: string): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  return `whd_${time}${digest(`${eventId}|${endpointId}`, 20)}`;
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newWebhookSecret(): string {
  return `${SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

const CHALLENGE_BYTES = 32;

export function newChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('base64url');
}

/** Whether an answer is the challenge, or a JSON object with it as `challenge`. */
export function repeatsChallenge(answer: string, challenge: string): boolean {
  if (answer.trim() === challenge) return true;
  try {
    return (JSON.parse(answer) as { challenge?: unknown } | null)?.challenge === challenge;
  } catch {
    return false;
  }
}

/** The headers of Standard Webhooks, with one signature for each secret. */
export function webhookHeaders(
  id: string,
  body: string,
  secrets: readonly string[],
  nowMs: number,
) {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${mac.digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
