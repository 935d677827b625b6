/**
 * Ends a wait from the records when the channel is late or lost. Settled answers and refusals are
 * committed before they are announced, so the records end every wait.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerSubscription } from '../../../channel/answer-listener';
import { messagesOf } from '../../../channel/messages';
import type { Refusal, SettledAnswer } from '../../../domain/chat';
import { isErrorCode } from '../../../domain/errors';
import { type Sealer, UnknownPayloadKey } from '../../../domain/sealing';
import type { Records } from '../../../records/connect';
import { type OrderRefusal, passedRefusalId } from '../../../records/order';

const FIRST_LOOK_MS = 1_500;
const LOOK_EVERY_MS_MAX = 5_000;

/** Settled and charged, by processes with another payload key, which can return the answer. */
const UNREADABLE_HERE: Refusal = {
  code: 'service_unavailable',
  message:
    'The answer cannot be read here. It is stored under the Idempotency-Key of the request: send the request again with the same key.',
};

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
 * Polls the records until the order has ended, then ends the wait.
 * @param isRunHere whether this process itself executes the order: it then reports the end itself,
 *   unless another process has taken over the order, so the first polls, and polls during a stream,
 *   are skipped
 */
export async function watchRecords(
  records: Records,
  sealer: Sealer,
  orderId: string,
  subscription: AnswerSubscription,
  isRunHere: () => boolean,
  signal: AbortSignal,
): Promise<void> {
  let seen = 0;
  for (let waitMs = FIRST_LOOK_MS; ; waitMs = Math.min(waitMs * 1.5, LOOK_EVERY_MS_MAX)) {
    await delay(waitMs, undefined, { signal });
    const { position } = subscription;
    const goesOn = position > seen;
    seen = position;
    if (isRunHere() && (goesOn || waitMs < LOOK_EVERY_MS_MAX)) continue;
    const answer = await settledAnswer(records, sealer, orderId).catch((err: unknown) =>
      err instanceof UnknownPayloadKey ? err : null,
    );
    if (answer instanceof UnknownPayloadKey) return subscription.refuse(UNREADABLE_HERE);
    if (answer) return subscription.conclude(messagesOf(answer));
    const order = await records.orders.findOne({ _id: orderId }).catch(() => null);
    if (order?.status === 'refused' && order.refusal) {
      const refusal = await refusalFrom(records, orderId, order.refusal).catch(() => null);
      if (refusal) return subscription.refuse(refusal);
    }
  }
}

async function refusalFrom(
  records: Records,
  orderId: string,
  { code, message, param, passedStatus }: OrderRefusal,
): Promise<Refusal> {
  const body = passedStatus ? await records.findPayload(passedRefusalId(orderId)) : null;
  return {
    code: isErrorCode(code) ? code : 'internal_error',
    message,
    ...(param ? { param } : {}),
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
