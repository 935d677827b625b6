/** The encrypted request of an order is found while the order is open, in it or apart from it. */
import { v7 as uuidV7 } from 'uuid';
import { recordsForFile } from './scenario';

const SEALED = Buffer.from([0, 1, 2, 250, 255]);

const records = recordsForFile();

async function order(request: object | null): Promise<string> {
  const _id = uuidV7();
  const bid = request === null ? {} : { bid: { request } };
  await records.orders.insertOne({ _id, status: 'open', ...bid } as never);
  return _id;
}
const found = async (orderId: string) => {
  const request = await records.findRequest(orderId);
  return request && Buffer.from(request);
};

test('within the order', async () => {
  expect(await found(await order({ sealed: SEALED.toString('base64') }))).toEqual(SEALED);
});

test('as a payload of its own, until that expires', async () => {
  const payloadId = uuidV7();
  const orderId = await order({ payloadId });
  expect(await found(orderId)).toBeNull();
  await records.keepPayload(payloadId, SEALED, 60_000);
  expect(await found(orderId)).toEqual(SEALED);
  await records.dropPayload(payloadId);
  await records.keepPayload(payloadId, SEALED, 0);
  expect(await found(orderId)).toBeNull();
});

test('no longer once the order has ended, and never for an unknown one', async () => {
  expect(await found(await order(null))).toBeNull();
  expect(await found('unknown')).toBeNull();
});
