/** What is taken up when a gateway is lost: its own open orders, and none of those that live. */
import { v7 as uuidV7 } from 'uuid';
import { LostGateways } from '../../exchange/lost-gateway';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

async function order(gatewayId: string, status: 'filled' | 'open'): Promise<string> {
  const [_id, now] = [uuidV7(), new Date()];
  const document = { _id, gatewayId, status, createdAt: now, updatedAt: now };
  await records.orders.insertOne(document as never, { bypassDocumentValidation: true });
  return _id;
}

test('the orders of another gateway, and those that have ended, are left alone', async () => {
  const own = [await order('lost', 'open'), await order('lost', 'open')];
  await order('living', 'open');
  await order('lost', 'filled');
  const continued: string[] = [];
  const takenUp = { continueAll: async (ids: readonly string[]) => void continued.push(...ids) };
  const lost = new LostGateways(records, takenUp as never, () => Promise.resolve());
  const life = { _id: 'lost', beats: 5, startedThrough: 0, unstartedSince: null };
  await lost.takeUp(life as never, 'again');
  expect(continued.toSorted()).toEqual(own.toSorted());
});
