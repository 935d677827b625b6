/** Upkeep looks at every open request in its turn, however many there are at work. */
import { createUpkeepActivities } from '../../activities/upkeep';
import { asDouble } from '../../records/collections';
import { type Records, connectRecords } from '../../records/connect';
import type { OrderDocument } from '../../records/order';
import { testSettings } from '../support/environment';
import { uuidV7At } from '../../domain/ids';
import { randomUUID } from 'node:crypto';

let records: Records;
beforeAll(async () => {
  records = await connectRecords(await testSettings());
});
afterAll(() => records.close());

test('an order behind more than a page of others that are at work', async () => {
  const old = new Date(Date.now() - 300_000);
  const orders = Array.from({ length: 1_001 }, (_, at): OrderDocument => {
    const _id = uuidV7At(old.getTime() + at, randomUUID());
    return {
      ...{ _id, kind: 'chat', accountId: 'a', modelId: 'm', region: null, venuePin: null },
      ...{ workflowId: _id, requestId: 'r', ceilingScale8: 1n, streamed: true, status: 'open' },
      ...{ quantityMinTokens: asDouble(1), quantityMaxTokens: asDouble(1) },
      ...{ fillId: null, refusal: null, createdAt: old, updatedAt: old },
    };
  });
  await records.orders.insertMany(orders);
  const seen = new Set<string>();
  const upkeep = createUpkeepActivities(
    { records, standings: { sweep: async () => 0 } as never },
    { unmatch: () => Promise.reject(new Error('all of them are at work')) },
    async (workflowId) => Boolean(seen.add(workflowId)),
    { finishOrphans: async () => 0 },
  );
  for (let run = 0; run < 3; run += 1) await upkeep.finishOrphans();
  expect(seen.size).toBe(orders.length);
  seen.clear();
  await upkeep.finishOrphans();
  expect(seen.has(orders[0]!._id)).toBe(true);
});
