/** The ticket of a contract: one, known to its contract and its order, and valid as issued last. */
import { randomUUID } from 'node:crypto';
import { bindTicket } from '../../exchange/tickets/bind-ticket';
import type { WritableRecords } from '../../records/connect';
import { boughtTicket } from '../contracts/records-scenario';
import { dropRecords, fundedAccount, openRecords, placedAsk } from '../records/scenario';

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

test('the ticket of a contract that had none is found from its contract and its order', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10 });
  const { contractId } = await boughtTicket(records, { accountId, askId, quantityTokens: 10 });
  // As a contract that was bought with an order.
  await records.tickets.deleteOne({ contractId });
  const without = { $set: { ticketId: null } } as never;
  await records.contracts.updateOne({ _id: contractId }, without);
  await records.contractOrders.updateOne({ contractId }, without);

  const bind = () => {
    const credentialHash = randomUUID();
    return bindTicket(records, { contractId, accountId, keyId: randomUUID(), credentialHash });
  };
  const first = await bind();
  expect(await records.contracts.findOne({ _id: contractId })).toMatchObject({
    ticketId: first._id,
  });
  expect(await records.contractOrders.findOne({ contractId })).toMatchObject({
    ticketId: first._id,
  });
  const second = await bind();
  expect(second._id).toBe(first._id);
  const tickets = await records.tickets.find({ contractId }).toArray();
  expect(tickets.map(({ credentialHash }) => credentialHash)).toEqual([second.credentialHash]);
});

test('a credential belongs to the key that issued it, also after a repetition with another key', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10 });
  const { contractId } = await boughtTicket(records, { accountId, askId, quantityTokens: 10 });
  const bind = (credentialHash: string, keyId: string) =>
    bindTicket(records, { contractId, accountId, keyId, credentialHash });
  const [hash, first, other] = [randomUUID(), randomUUID(), randomUUID()] as const;
  expect((await bind(hash, first)).keyId).toBe(first);
  expect((await bind(hash, other)).keyId).toBe(first);
  expect((await bind(randomUUID(), other)).keyId).toBe(other);
});
