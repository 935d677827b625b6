/** Fills of orders that the records do not have: their first step did not commit, and nothing is begun for them. */
import type { Client } from '@temporalio/client';
import { v7 as uuidV7 } from 'uuid';
import type { CapacityFill } from '../../domain/fill';
import type { WritableRecords } from '../../records/connect';
import { ContractOrders } from '../../temporal/contract-orders';
import { dropRecords, fundedAccount, openRecords } from '../records/scenario';
import { newOrder } from './records-scenario';

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

const fillOf = (orderId: string): CapacityFill => ({
  ...{ fillId: uuidV7(), orderId, askId: uuidV7(), epoch: 1, quantityTokens: 10 },
  ...{ priceScale8: 100_000n, takerSide: 'bid', atMs: Date.now() },
});

test('such a fill is passed over, and those of known orders beside it are told', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const known = newOrder(accountId);
  await records.ledger.capacity.open(known);
  const signalWithStart = jest.fn((_type: string, _options: { args: [{ orderId: string }] }) =>
    Promise.resolve(),
  );
  const client = { workflow: { signalWithStart } } as unknown as Client;
  const orders = new ContractOrders(client, 'test', records);
  await orders.signalOrderFills([fillOf(uuidV7()), fillOf(known._id), fillOf(uuidV7())]);
  const told = signalWithStart.mock.calls.map(([, { args }]) => args[0].orderId);
  expect(told).toEqual([known._id]);
});
