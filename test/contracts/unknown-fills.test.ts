/** Fills of orders that the records do not have: their first step did not commit, and nothing is begun for them. */
import { Client, Connection } from '@temporalio/client';
import { v7 as uuidV7 } from 'uuid';
import type { CapacityFill } from '../../domain/fill';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import type { WritableRecords } from '../../records/connect';
import { ContractOrders } from '../../temporal/contract-orders';
import { dropRecords, fundedAccount, openRecords } from '../records/scenario';
import { sharedServers } from '../support/shared-servers';
import { newOrder } from './records-scenario';

const DEPLOYMENT = `unknown-fills-${uuidV7()}`;

let records: WritableRecords;
let connection: Connection;
beforeAll(async () => {
  records = await openRecords();
  connection = await Connection.connect({ address: sharedServers().addresses.temporalAddress });
});
afterAll(async () => {
  await connection.close();
  await dropRecords(records);
});

const fillOf = (orderId: string): CapacityFill => ({
  fillId: uuidV7(),
  orderId,
  askId: uuidV7(),
  epoch: 1,
  quantityTokens: 10,
  priceScale8: 100000n,
  takerSide: 'bid',
  atMs: Date.now(),
});

test('such a fill is passed over, and those of known orders beside it are told', async () => {
  const accountId = await fundedAccount(records, 1_000_000_000_000n);
  const known = newOrder(accountId);
  await records.ledger.capacity.open(known);
  const client = new Client({ connection });
  const orders = new ContractOrders(client, DEPLOYMENT, records);
  const [before, behind] = [fillOf(uuidV7()), fillOf(uuidV7())];
  await orders.signalOrderFills([before, fillOf(known._id), behind], raise);
  const runOf = (orderId: string) =>
    client.workflow.getHandle(contractOrderWorkflowId(DEPLOYMENT, orderId));
  // No worker polls its queue: it stays as it was begun.
  const { events } = await runOf(known._id).fetchHistory();
  const signals = events!.flatMap((event) => event.workflowExecutionSignaledEventAttributes ?? []);
  expect(signals).toMatchObject([{ signalName: 'orderFilled' }]);
  for (const { orderId } of [before, behind])
    await expect(runOf(orderId).describe()).rejects.toThrow(/not found/);
  await runOf(known._id).terminate();
});

function raise(_orderId: string, err: Error): never {
  throw err;
}
