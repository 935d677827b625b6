/** The request of an order, as it was stored for its attempts. */
import type { ChatOrder } from '../../domain/chat';
import { type PreparedBody, prepareBody } from '../../domain/seller-body';
import type { ExchangeDeps } from '../deps';
import { LARGE_REQUEST_BYTES, type RequestSource } from '../dispatch/request-source';
import { participantOf } from './participant';
import { StepFailure } from './step-failure';

type RequestDeps = Pick<ExchangeDeps, 'records' | 'sealer' | 'turns'>;

/** @throws StepFailure when an older one is no longer stored */
export async function requestOf(deps: RequestDeps, order: ChatOrder): Promise<RequestSource> {
  const { request } = order;
  const { candidates } = request.layout ?? (await openRequest(deps, order));
  const sizeBytes = 'payloadId' in request ? (request.sizeBytes ?? 0) : 0;
  return {
    candidates,
    isLarge: sizeBytes > LARGE_REQUEST_BYTES,
    open: () => openRequest(deps, order),
  };
}

async function openRequest(deps: RequestDeps, order: ChatOrder): Promise<PreparedBody> {
  const { request } = order;
  const sealed =
    'sealed' in request
      ? Buffer.from(request.sealed, 'base64')
      : await findLarge(deps, order, request.payloadId);
  if (!sealed) throw StepFailure.final('The request is no longer stored', 'service_unavailable');
  const bytes = await deps.sealer.openInTurns(sealed, order.orderId);
  const { layout } = request;
  return layout ? { bytes, ...layout } : prepareBody(bytes);
}

/** Large payloads are read one after the other. */
async function findLarge(
  { records, turns }: RequestDeps,
  order: ChatOrder,
  payloadId: string,
): Promise<Uint8Array | null> {
  const release = await turns.acquireShared(participantOf(order), 'large', 'begun');
  return records.findPayload(payloadId).finally(release);
}
