/** The new standing of a seller, its row in the audit and its event are of one transaction. */
import { randomUUID } from 'node:crypto';
import { changeSeller } from '../../records/standings/change-seller';
import { recordsForFile } from '../records/scenario';

const records = recordsForFile();

test('as the change stream of MongoDB tells', async () => {
  const _id = randomUUID();
  const now = new Date();
  await records.sellers.insertOne({
    _id,
    name: 'Seller',
    endpointUrl: `https://${_id}.example/v1`,
    apiKeyHash: _id,
    supportedModels: [],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  });
  const stream = records.connection.getClient().db(records.connection.name).watch();
  try {
    expect(await stream.tryNext()).toBeNull(); // it is open
    const change = { reason: 'a reason', actor: 'operator', causes: [] };
    const update = { $set: { standing: 'Banned' as const, updatedAt: now } };
    await changeSeller(records, { _id }, update, {
      kind: 'standing',
      standing: 'Banned',
      ...change,
    });
    const changes = [await stream.next(), await stream.next(), await stream.next()] as any[];
    expect(changes.map(({ ns }) => ns.coll)).toEqual(['sellers', 'sellerchanges', 'webhookevents']);
    const transactions = changes.map(({ txnNumber }) => String(txnNumber));
    expect(transactions).toEqual(Array.from({ length: 3 }, () => transactions[0]));
    expect(changes[0].txnNumber).toBeDefined();
  } finally {
    await stream.close();
  }
});
