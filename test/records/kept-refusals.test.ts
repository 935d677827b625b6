/** The body of a seller's refusal is kept beside a large request of its order, and outlives it. */
import { v7 as uuidV7 } from 'uuid';
import { passedRefusalId } from '../../records/documents/order';
import { recordsForFile } from './scenario';

const records = recordsForFile();

test('each is found as itself', async () => {
  const orderId = uuidV7();
  await records.orders.insertOne({
    _id: orderId,
    status: 'open',
    bid: { request: { payloadId: orderId } },
  } as never);
  await records.keepPayload(orderId, Buffer.from('request'), 60_000);
  await records.keepPayload(passedRefusalId(orderId), Buffer.from('refusal'), 60_000);
  const text = (found: Uint8Array | null) => found && Buffer.from(found).toString();
  expect(text(await records.findRequest(orderId))).toBe('request');
  expect(text(await records.findPassedRefusal(orderId))).toBe('refusal');
  // The request is dropped with the end of its order.
  await records.dropPayload(orderId);
  expect(text(await records.findRequest(orderId))).toBeNull();
  expect(text(await records.findPassedRefusal(orderId))).toBe('refusal');
});
