/**
 * Which endpoint a worker sends to next, and what an attempt changes. An endpoint is leased as a
 * whole: one worker at a time sends to it. A worker that dies leaves its deliveries waiting, and the
 * endpoint due at the end of the lease.
 */
import {
  DISABLED_AFTER_MS,
  LONGEST_RETRY_DELAY_MS,
  RETRIES_END_AFTER_MS,
  endpointPauseMs,
  retryDelayMs,
} from '../../domain/webhooks';
import { asDouble } from '../../records/collections';
import type { WebhookDeliveryDocument } from '../../records/documents/webhook-delivery';
import type {
  DisabledReason,
  WebhookEndpointDocument,
} from '../../records/documents/webhook-endpoint';
import { writable } from '../../records/mongodb/writable';
import type { WebhookRecords } from './new-deliveries';

const LEASE_MS = 60_000;
const GONE = 410;

export interface ClaimLimits {
  /** Participants that have their part of this process. */
  readonly busyParticipants: readonly string[];
  /** Whether endpoints that fail have theirs. */
  readonly withoutFailing: boolean;
}

/** The endpoint that has been due for the longest, by MongoDB's clock; null when none is due. */
export function claimEndpoint(
  { webhookEndpoints }: WebhookRecords,
  { busyParticipants, withoutFailing }: ClaimLimits,
): Promise<WebhookEndpointDocument | null> {
  const leasedUntil = { $add: ['$$NOW', LEASE_MS] };
  return writable(webhookEndpoints).findOneAndUpdate(
    {
      dueAt: { $ne: null },
      $expr: { $and: [{ $lte: ['$dueAt', '$$NOW'] }, { $lte: ['$leasedUntil', '$$NOW'] }] },
      ...(busyParticipants.length > 0 ? { participant: { $nin: [...busyParticipants] } } : {}),
      ...(withoutFailing ? { failingSince: null } : {}),
    },
    [{ $set: { leasedUntil, dueAt: leasedUntil } }],
    { sort: { dueAt: 1 }, returnDocument: 'after' },
  );
}

/** The deliveries of the endpoint that are due, the oldest first. */
export function dueDeliveries(
  { webhookDeliveries }: WebhookRecords,
  endpointId: string,
  count: number,
): Promise<WebhookDeliveryDocument[]> {
  return webhookDeliveries
    .find({ endpointId, status: 'waiting', $expr: { $lte: ['$nextAttemptAt', '$$NOW'] } })
    .sort({ nextAttemptAt: 1 })
    .limit(count)
    .toArray();
}

/**
 * Ends the lease: the endpoint is due with its next delivery, after its pause. One that is not
 * confirmed is asked again as late as a delivery would be.
 * @param leastPauseMs when the exchange could not ask it
 */
export async function releaseEndpoint(
  { webhookEndpoints, webhookDeliveries }: WebhookRecords,
  { _id, wakes, leasedUntil }: WebhookEndpointDocument,
  retryBaseMs: number,
  leastPauseMs = 0,
): Promise<void> {
  const [next] = await webhookDeliveries
    .find({ endpointId: _id, status: 'waiting' })
    .sort({ nextAttemptAt: 1 })
    .limit(1)
    .toArray();
  const current = await webhookEndpoints.findOne({ _id });
  if (!current) return;
  const pauseMs = Math.max(leastPauseMs, restMs(current, retryBaseMs));
  const earliest = { $add: ['$$NOW', pauseMs] };
  const whenNext = { $max: [next?.nextAttemptAt ?? null, earliest] };
  const dueAt = isConfirmed(current) ? (next ? whenNext : null) : earliest;
  const isEnabled = { $eq: ['$status', 'enabled'] };
  const isUnchanged = { $eq: ['$wakes', wakes] };
  await writable(webhookEndpoints).updateOne({ _id, leasedUntil }, [
    {
      $set: {
        leasedUntil: new Date(0),
        dueAt: {
          $cond: [isEnabled, { $cond: [isUnchanged, dueAt, earliest] }, null],
        },
      },
    },
  ]);
}

export function isConfirmed({ challenge }: Pick<WebhookEndpointDocument, 'challenge'>): boolean {
  return challenge == null;
}

function restMs(endpoint: WebhookEndpointDocument, retryBaseMs: number): number {
  const { failures } = endpoint;
  if (failures === 0) return 0;
  return isConfirmed(endpoint)
    ? endpointPauseMs(failures, retryBaseMs)
    : retryDelayMs(failures, retryBaseMs, Math.random());
}

/** `ours`: the exchange could not send it; that says nothing about the endpoint. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      /** Of a challenge: the beginning of the answer. */
      readonly text?: string;
    }
  | { readonly kind: 'unanswered' | 'ours'; readonly detail: string };

type Answered = Extract<AttemptResult, { kind: 'answered' }>;

export function isAccepted(result: AttemptResult): result is Answered {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300;
}

export type WebhookOutcome = 'delivered' | 'retried' | 'failed';

/**
 * Records an attempt, by MongoDB's clock. A replay meanwhile makes the delivery wait again: then it is
 * sent once more.
 */
export async function recordAttempt(
  records: WebhookRecords,
  endpoint: WebhookEndpointDocument,
  delivery: WebhookDeliveryDocument,
  { result, retryBaseMs }: { readonly result: AttemptResult; readonly retryBaseMs: number },
): Promise<WebhookOutcome> {
  const isDelivered = isAccepted(result);
  if (isDelivered) await noteSuccess(records, endpoint);
  else if (result.kind !== 'ours') await noteFailure(records, endpoint, result);
  const retryMs = Math.round(retryDelayMs(delivery.tries + 1, retryBaseMs, Math.random()));
  const waitedMs = { $subtract: ['$nextAttemptAt', '$beganAt'] };
  const isLate = result.kind === 'ours' ? false : { $gt: [waitedMs, RETRIES_END_AFTER_MS] };
  const retried = { $cond: [isLate, 'failed', 'waiting'] };
  const status = isDelivered ? 'delivered' : isGone(result) ? 'failed' : retried;
  const recorded = await writable(records.webhookDeliveries).findOneAndUpdate(
    { _id: delivery._id, status: 'waiting', beganAt: delivery.beganAt },
    [
      {
        $set: {
          beganAt: { $add: ['$beganAt', untriedMs('$lastAttemptAt')] },
          nextAttemptAt: { $add: ['$$NOW', retryMs] },
          lastAttemptAt: '$$NOW',
          responseStatus: result.kind === 'answered' ? asDouble(result.status) : null,
          detail: result.kind === 'answered' ? null : { $literal: result.detail },
          attempts: { $add: ['$attempts', asDouble(1)] },
          tries: { $add: ['$tries', asDouble(1)] },
        },
      },
      { $set: { status } },
      {
        $set: {
          nextAttemptAt: { $cond: [{ $eq: ['$status', 'waiting'] }, '$nextAttemptAt', null] },
        },
      },
    ],
    { returnDocument: 'after' },
  );
  if (isDelivered) return 'delivered';
  return recorded?.status === 'failed' ? 'failed' : 'retried';
}

/**
 * The time in which the exchange made no attempt although one was due: it says nothing about a receiver.
 * @param lastAt the field with the time of the last attempt
 */
function untriedMs(lastAt: `$${string}`) {
  const sinceMs = { $subtract: ['$$NOW', { $ifNull: [lastAt, '$$NOW'] }] };
  return { $cond: [{ $gt: [sinceMs, LONGEST_RETRY_DELAY_MS] }, sinceMs, 0] };
}

function isGone(result: AttemptResult): boolean {
  return result.kind === 'answered' && result.status === GONE;
}

async function noteSuccess(
  { webhookEndpoints }: WebhookRecords,
  { _id }: WebhookEndpointDocument,
): Promise<void> {
  await writable(webhookEndpoints).updateOne(
    { _id, failingSince: { $ne: null } },
    { $set: { failingSince: null, failures: asDouble(0) } },
  );
}

/** Disables an endpoint that is gone, or that has accepted nothing for too long, by MongoDB's clock. */
export async function noteFailure(
  { webhookEndpoints }: WebhookRecords,
  { _id }: WebhookEndpointDocument,
  result: AttemptResult,
): Promise<void> {
  const reason: DisabledReason = isGone(result) ? 'gone' : 'failing';
  const failingMs = { $subtract: ['$$NOW', '$failingSince'] };
  const isOver = reason === 'gone' || { $gt: [failingMs, DISABLED_AFTER_MS] };
  const ends = { $and: [{ $eq: ['$status', 'enabled'] }, isOver] };
  const when = { disabledAt: '$$NOW', dueAt: null };
  const disabled = { status: 'disabled', disabledReason: reason, ...when };
  await writable(webhookEndpoints).updateOne({ _id }, [
    {
      $set: {
        failures: { $add: ['$failures', asDouble(1)] },
        failingSince: {
          $ifNull: [{ $add: ['$failingSince', untriedMs('$failedAt')] }, '$$NOW'],
        },
        failedAt: '$$NOW',
      },
    },
    { $replaceWith: { $cond: [ends, { $mergeObjects: ['$$ROOT', disabled] }, '$$ROOT'] } },
  ]);
}

/** For metrics, by MongoDB's clock: for how long the longest waiting delivery has been due; 0 when none is. */
export async function oldestDueMs({
  webhookEvents,
  webhookEndpoints,
}: WebhookRecords): Promise<number> {
  const waitedSince = (field: string) => [
    { $limit: 1 },
    { $project: { _id: 0, ms: { $toDouble: { $subtract: ['$$NOW', field] } } } },
  ];
  const isDue = { dueAt: { $ne: null }, $expr: { $lte: ['$dueAt', '$$NOW'] } };
  const found = await Promise.all([
    webhookEvents
      .aggregate<Waited>([
        { $match: { isWaiting: true } },
        { $sort: { isWaiting: 1, createdAt: 1 } },
        ...waitedSince('$createdAt'),
      ])
      .toArray(),
    webhookEndpoints
      .aggregate<Waited>([{ $match: isDue }, { $sort: { dueAt: 1 } }, ...waitedSince('$dueAt')])
      .toArray(),
  ]);
  return Math.max(0, ...found.flat().map(({ ms }) => ms));
}

interface Waited {
  readonly ms: number;
}
