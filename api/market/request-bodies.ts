/** Bodies of a buyer's chat requests. */
import { timeOfUuidV7 } from '../../domain/ids';
import { formatPrice, formatScale8 } from '../../domain/money';
import { venueClassOf } from '../../domain/reputation';
import type { AttemptDocument, FillDocument } from '../../records/documents/fill';
import type { OrderDocument } from '../../records/documents/order';
import type { RequestBody, RequestDetailsBody } from '../schemas/requests';
import { chatWaitsFor } from '../waiting-for';

type Scores = ReadonlyMap<string, number | null>;

/** @param fill the one that is reserved for it or filled it */
export function requestBody(
  order: OrderDocument,
  fill: FillDocument | undefined,
  scores: Scores,
): RequestBody {
  const { refusal } = order;
  return {
    order_id: order._id,
    request_id: order.requestId,
    status: order.status,
    model_id: order.modelId,
    stream: order.streamed,
    requested_region: order.region,
    price_limit: formatPrice(order.ceilingScale8, 'perThousand'),
    contract_id: order.contractId ?? null,
    ...fillFields(fill, scores),
    refusal: refusal && { code: refusal.code, message: refusal.message },
    received_at: new Date(timeOfUuidV7(order._id)).toISOString(),
    ended_at: order.status === 'refused' ? order.updatedAt.toISOString() : timeOf(fill?.settledAt),
  };
}

function fillFields(fill: FillDocument | undefined, scores: Scores) {
  const attempt =
    fill?.attempts.find(({ state }) => state === 'delivered') ?? fill?.attempts.at(-1);
  return {
    fill_id: fill?._id ?? null,
    seller_id: fill?.sellerId ?? null,
    venue_class: fill ? venueClassOf(scores.get(fill.sellerId) ?? null) : null,
    region: fill?.region ?? null,
    price: fill ? formatPrice(fill.priceScale8, 'perThousand') : null,
    list_price:
      fill?.listPriceScale8 == null ? null : formatPrice(fill.listPriceScale8, 'perThousand'),
    tokens: fill?.usedTokens ?? 0,
    cost: formatScale8(fill?.costScale8 ?? 0n),
    matched_at: timeOf(fill?.createdAt),
    dispatched_at: timeOf(attempt?.startedAt),
    first_byte_at: timeOf(attempt?.firstByteAt),
  };
}

/** @param fills all that were reserved for it, oldest first */
export function requestDetails(
  order: OrderDocument,
  fills: readonly FillDocument[],
  scores: Scores,
): RequestDetailsBody {
  const fill = fills.find(({ _id }) => _id === order.fillId);
  return {
    ...requestBody(order, fill, scores),
    waiting_for: chatWaitsFor(order, fills),
    quantity: fill?.quantityTokens ?? null,
    prompt_tokens: fill?.usage?.promptTokens ?? null,
    completion_tokens: fill?.usage?.completionTokens ?? null,
    attempts: fills.flatMap((one) => one.attempts.map((attempt) => attemptBody(one, attempt))),
  };
}

/** Without `detail`, which may name addresses of the seller. */
function attemptBody(
  { _id: fillId, sellerId, region, priceScale8 }: FillDocument,
  attempt: AttemptDocument,
): RequestDetailsBody['attempts'][number] {
  return {
    fill_id: fillId,
    seller_id: sellerId,
    region,
    price: formatPrice(priceScale8, 'perThousand'),
    number: attempt.number,
    state: attempt.state,
    reason: attempt.reason ?? null,
    started_at: attempt.startedAt.toISOString(),
    first_byte_at: timeOf(attempt.firstByteAt),
    ended_at: timeOf(attempt.endedAt),
  };
}

function timeOf(date: Date | null | undefined): string | null {
  return date?.toISOString() ?? null;
}
