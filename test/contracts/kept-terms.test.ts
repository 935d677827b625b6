/** An order that another workflow continues is the order that its buyer has placed. */
import { v7 as uuidV7 } from 'uuid';
import type { ContractOrder } from '../../domain/contract-orders';
import { contractOrderOf, newContractOrderOf } from '../../records/ledger/new-contract-order';
import { MODEL, recordsForFile, fundedAccount } from '../records/scenario';

const ONE = 100_000_000n;

const records = recordsForFile();

function newOrder(accountId: string, parts: Partial<ContractOrder> = {}): ContractOrder {
  return {
    orderId: uuidV7(),
    contractId: uuidV7(),
    accountId,
    requestId: 'request',
    ticket: null,
    clientOrderId: null,
    modelId: MODEL,
    tenor: 'spot',
    region: null,
    excludedOwner: null,
    limitPriceScale8: '100000000',
    quantityTokens: 1e3,
    timeInForce: 'GTC',
    expiresAtMs: null,
    spotLifetimeMs: 36e5,
    ...parts,
  };
}
const open = (order: ContractOrder) =>
  records.ledger.capacity.open(newContractOrderOf(order, 'workflow'));
const kept = async ({ orderId }: ContractOrder) =>
  contractOrderOf((await records.contractOrders.findOne({ _id: orderId }))!);

test.each<Partial<ContractOrder>>([
  {},
  { region: 'eu-west', excludedOwner: 'owner', clientOrderId: 'mine', traceparent: '00-1-2-01' },
  { timeInForce: 'GTD', expiresAtMs: Date.now() + 86_400_000, tenor: '7d' },
  { timeInForce: 'IOC', limitPriceScale8: '123456789', quantityTokens: 77, spotLifetimeMs: 60_000 },
])('%j', async (parts) => {
  const order = newOrder(await fundedAccount(records, 100n * ONE), parts);
  expect(await open(order)).toMatchObject({ status: 'opened' });
  expect(await kept(order)).toEqual(order);
});

test('it holds its limit x its quantity, and the hold is open', async () => {
  const accountId = await fundedAccount(records, 100n * ONE);
  const order = newOrder(accountId, { limitPriceScale8: '300000000', quantityTokens: 2_000 });
  await open(order);
  expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 6n * ONE });
  expect(await records.holds.findOne({ _id: order.orderId })).toMatchObject({
    status: 'open',
    openScale8: 6n * ONE,
    resolvedAt: null,
  });
});

test("a buyer's name for an order names one of his orders, and none of another buyer", async () => {
  const [one, other] = [await fundedAccount(records, 9n * ONE), await fundedAccount(records, ONE)];
  const first = newOrder(one, { clientOrderId: 'mine' });
  expect(await open(first)).toMatchObject({ status: 'opened' });
  const again = await Promise.all(
    [1, 2, 3].map(() => open(newOrder(one, { clientOrderId: 'mine' }))),
  );
  expect(again.map(({ status }) => status)).toEqual(['known', 'known', 'known']);
  expect(await open(newOrder(other, { clientOrderId: 'mine' }))).toMatchObject({
    status: 'opened',
  });
  // Those without a name are not each other.
  expect(await open(newOrder(one))).toMatchObject({ status: 'opened' });
  expect(await open(newOrder(one))).toMatchObject({ status: 'opened' });
  expect(await records.contractOrders.countDocuments({ accountId: one })).toBe(3);
});
