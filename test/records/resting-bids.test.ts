/** The orders that a relay looks for in its book are those that were in it: none that is still being placed. */
import { relayPorts } from '../../followers/relay/record-ports';
import { contractOrderDocument } from '../../records/ledger/open-contract-order';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/contract-order';
import { newOrder } from '../contracts/records-scenario';
import { recordsForFile, fundedAccount, MODEL } from './scenario';

const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

const records = recordsForFile();
let accountId: string;
beforeAll(async () => {
  accountId = await fundedAccount(records, 1n);
});

async function insert(parts: Partial<ContractOrderDocument>): Promise<string> {
  const state = { filledTokens: 0, costScale8: 0n, status: 'open', fillCount: 0 } as const;
  const order = contractOrderDocument(newOrder(accountId), state, new Date());
  await records.contractOrders.insertOne({ ...order, sequence: asDouble(7), ...parts });
  return order._id;
}

test('open ones of the book that rest and have a place, page by page', async () => {
  const placed = [await insert({}), await insert({ timeInForce: 'GTD' }), await insert({})].sort();
  await insert({ sequence: null });
  await insert({ status: 'cancelled' });
  await insert({ timeInForce: 'IOC' });
  await insert({ modelId: 'another' });
  const refuse = () => Promise.reject(new Error('not called'));
  const outward = { rebuild: refuse, publish: refuse, filled: refuse, expiredBids: refuse };
  const { restingBids } = relayPorts(records, outward);
  expect(await restingBids(BOOK, '', 2)).toEqual(placed.slice(0, 2));
  expect(await restingBids(BOOK, placed[1]!, 2)).toEqual(placed.slice(2));
});
