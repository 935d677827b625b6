/**
 * Ends a wait from the records when the channel is late or lost. Settled answers and refusals are
 * committed before they are announced, so the records end every wait.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerSubscription } from '../../../channel/answer-listener';
import { messagesOf } from '../../../channel/messages';
import type { Refusal, SettledAnswer } from '../../../domain/chat';
import { type Sealer, UnknownPayloadKey } from '../../../domain/sealing';
import { recordedRefusal } from '../../../exchange/chat/recorded-refusal';
import type { Records } from '../../../records/connect';
import { DURABLE } from '../../../records/mongodb/durable';
import { type OrderRefusal, passedRefusalId } from '../../../records/documents/order';

const FIRST_LOOK_MS = 1_500;
const LOOK_EVERY_MS_MAX = 5_000;

/** Settled and charged, by processes with another payload key, which can return the answer. */
const UNREADABLE_HERE: Refusal = {
  code: 'service_unavailable',
  message:
    'The answer cannot be read here. It is stored under the Idempotency-Key of the request: send the request again with the same key.',
};

/**
 * How long an order may remain unrecorded, its end unconfirmed, or MongoDB unavailable, while a
 * client waits: longer than the order's first steps are retried, after which they refuse it.
 */
const CONFIRMED_WITHIN_MS = 35_000;

/** Nobody knows the outcome: it may have been settled, and it may be undone. */
const UNCONFIRMED: Refusal = {
  code: 'service_unavailable',
  message:
    'The outcome of this request is not confirmed yet: it may be answered and charged. Send it again with the same Idempotency-Key to get its outcome.',
};

/** An answer and its order are committed together, so only a fault of the store separates them. */
export const LOST_ANSWER: Refusal = {
  code: 'internal_error',
  message:
    'This request was answered and charged, and its stored answer is lost. It is not carried out again under this Idempotency-Key.',
};

/** What this process does for the order. */
interface RunHere {
  isHere(): boolean;
  /** It asks the seller, for which it needs no records. */
  isAtSeller(): boolean;
  /** Looks after an order that another process works on (exchange/takeover/abandoned-orders.ts). */
  readonly lookAfter?: ((orderId: string, wasEnded: boolean) => Promise<boolean>) | undefined;
}

/** The settled answer of an order; null when there is none. @throws UnknownPayloadKey */
export async function settledAnswer(
  records: Records,
  sealer: Sealer,
  orderId: string,
): Promise<SettledAnswer | null> {
  const sealed = await records.findAnswer(orderId);
  return sealed && sealer.openJson<SettledAnswer>(sealed, orderId);
}

/**
 * Polls the records until the order has ended, then ends the wait. It also ends, without an outcome,
 * when no majority of MongoDB's members confirms one.
 * @param run of the order by this process: it then reports the end itself, unless another process
 *   has taken over the order, so the first polls, and polls during a stream, are skipped
 */
export async function watchRecords(
  records: Records,
  sealer: Sealer,
  orderId: string,
  subscription: AnswerSubscription,
  run: RunHere,
  signal: AbortSignal,
): Promise<'ended' | 'unconfirmed'> {
  let seen = 0;
  let confirmedAtMs = Date.now();
  let isLeft = false;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LOOK_EVERY_MS_MAX)) {
    await delay(waitMs, undefined, { signal });
    const { position } = subscription;
    const goesOn = position > seen;
    seen = position;
    if (run.isHere() && (goesOn || waitMs < LOOK_EVERY_MS_MAX)) continue;
    const end = await findEnd(records, sealer, orderId).catch(() => 'unknown' as const);
    if (typeof end === 'function') {
      end(subscription);
      return 'ended';
    }
    if (end === 'open' && run.lookAfter && !run.isHere()) {
      isLeft = await run.lookAfter(orderId, isLeft).catch(() => false);
    }
    if (end === 'open' || (end === 'unknown' && run.isAtSeller())) confirmedAtMs = Date.now();
    if (Date.now() - confirmedAtMs < CONFIRMED_WITHIN_MS) continue;
    subscription.refuse(UNCONFIRMED);
    return 'unconfirmed';
  }
}

/** How the records end a wait; `unconfirmed` while no majority has what is written of the order. */
async function findEnd(
  records: Records,
  sealer: Sealer,
  orderId: string,
): Promise<((subscription: AnswerSubscription) => void) | 'open' | 'unconfirmed'> {
  const order = await records.orders.findOne({ _id: orderId }, DURABLE);
  if (order?.status === 'refused' && order.refusal) {
    const refusal = await refusalFrom(records, orderId, order.refusal);
    return (subscription) => subscription.refuse(refusal);
  }
  if (order?.status === 'filled') {
    const answer = await settledAnswer(records, sealer, orderId).catch((err: unknown) => {
      if (err instanceof UnknownPayloadKey) return err;
      throw err;
    });
    if (answer instanceof UnknownPayloadKey) return (waiting) => waiting.refuse(UNREADABLE_HERE);
    return (subscription) =>
      answer ? subscription.conclude(messagesOf(answer)) : subscription.refuse(LOST_ANSWER);
  }
  if (!order) return 'unconfirmed';
  const written = await records.orders.findOne({ _id: orderId });
  return written?.status === order.status ? 'open' : 'unconfirmed';
}

async function refusalFrom(
  records: Records,
  orderId: string,
  recorded: OrderRefusal,
): Promise<Refusal> {
  const { passedStatus, message } = recorded;
  const body = passedStatus ? await records.findPayload(passedRefusalId(orderId)) : null;
  return {
    ...(recordedRefusal(recorded) ?? { code: 'internal_error', message }),
    ...(passedStatus && body
      ? {
          passed: {
            status: passedStatus,
            body: { sealed: Buffer.from(body).toString('base64'), orderId },
          },
        }
      : {}),
  };
}
