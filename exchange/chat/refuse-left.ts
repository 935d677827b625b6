/** Refuses a chat order that nobody works on: what it reserved is released, and its client is notified. */
import type { ErrorCode } from '../../domain/errors';
import type { OrderDocument } from '../../records/documents/order';
import { writableLedger } from '../../records/mongodb/writable';
import type { ExchangeDeps } from '../deps';
import { returnFill } from '../books/release-to-book';
import { RequestMemory } from '../idempotency/request-memory';

export type RefuseLeftDeps = Pick<
  ExchangeDeps,
  'settings' | 'records' | 'books' | 'standings' | 'channel' | 'meter'
>;

const LEFT = {
  code: 'service_unavailable',
  message: 'The order was ended before it was filled. Nothing was charged.',
} as const;

/** @returns 0 when it had ended */
export async function refuseLeft(
  deps: RefuseLeftDeps,
  { _id: orderId, idempotencyId = null }: OrderDocument,
  refusal: { readonly code: ErrorCode; readonly message: string } = LEFT,
): Promise<0 | 1> {
  const { records, meter, channel } = deps;
  const ended = { orderId, refusal, reserved: 'release' } as const;
  const end = await writableLedger(records.ledger).refuseOrder(ended);
  if (end.status !== 'refused') return 0;
  if (end.recorded === undefined) meter.bidRefused(refusal.code);
  const memory = new RequestMemory(deps);
  await memory.forget({ orderId, idempotencyId, request: { payloadId: orderId } });
  const told = channel.refused(orderId, refusal);
  await told.catch(() => undefined); // waiting clients also read the records
  // Runs last: it fails while a book is being rebuilt, and then the relay releases the capacity.
  if (end.released) await returnFill(deps, end.released);
  return 1;
}
