/** The orders that a relay looks for in its book are those that were in it: none that is still being placed. */
import { relayPorts } from '../../followers/relay/record-ports';
import { contractOrderDocument } from '../../records/ledger/open-contract-order';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { newOrder } from '../contracts/records-scenario';
import { recordsForFile, fundedAccount, MODEL, placedAsk } from './scenario';

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

const refuse = () => Promise.reject(new Error('not called'));
const outward = { rebuild: refuse, publish: refuse, filled: refuse, expiredBids: refuse };
const over = { expiresAt: new Date(Date.now() - 1_000) };

test('open bids of the book that rest and have a place, page by page', async () => {
  const placed = [await insert({}), await insert({ timeInForce: 'GTD' }), await insert({})].sort();
  await insert({ sequence: null });
  await insert({ status: 'cancelled' });
  await insert({ timeInForce: 'IOC' });
  await insert({ modelId: 'another' });
  await insert({ timeInForce: 'GTD', ...over });
  const { resting } = relayPorts(records, outward);
  expect(await resting(BOOK, 'bid', '', 2)).toEqual(placed.slice(0, 2));
  expect(await resting(BOOK, 'bid', placed[1]!, 2)).toEqual(placed.slice(2));
});

test('active asks of the book that have a place, and whose time is not over', async () => {
  const askIds: string[] = [];
  for (let at = 0; at < 5; at += 1) askIds.push(await placedAsk(records, { capacityTokens: 10 }));
  const [ended, unplaced, late, ...placed] = askIds;
  const change = (_id: string, $set: object) => records.asks.updateOne({ _id }, { $set });
  await change(ended!, { status: 'cancelled' });
  await change(unplaced!, { sequence: null });
  await change(late!, over);
  const { resting } = relayPorts(records, outward);
  expect(await resting(BOOK, 'ask', '', 3)).toEqual(placed.sort());
});
