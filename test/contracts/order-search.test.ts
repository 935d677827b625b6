/** The search of a buyer's orders: by ids, tickets and states, and of nobody else's. */
import { v7 as uuidV7 } from 'uuid';
import { asDouble } from '../../records/collections';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { type OrderSearch, searchOrders } from '../../records/queries/search-orders';
import { recordsForFile } from '../records/scenario';

const records = recordsForFile();
let accountId: string;
beforeEach(() => {
  accountId = uuidV7();
});

type Terms = Partial<ContractOrderDocument>;

function orderOf(terms: Terms = {}): ContractOrderDocument {
  const now = new Date();
  const none = asDouble(0);
  return {
    _id: uuidV7(),
    accountId,
    clientOrderId: null,
    contractId: uuidV7(),
    ticketId: null,
    modelId: 'one-7b',
    tenor: 'spot',
    region: null,
    excludedOwner: null,
    timeInForce: 'GTC',
    limitPriceScale8: 1000n,
    quantityTokens: asDouble(9),
    filledTokens: none,
    openTokens: asDouble(9),
    closedTokens: none,
    costScale8: 0n,
    status: 'open',
    reason: null,
    sequence: null,
    fillCount: none,
    spotLifetimeMs: asDouble(36e5),
    workflowId: 'w',
    requestId: 'r',
    createdAt: now,
    updatedAt: now,
    expiresAt: null,
    ...terms,
  };
}

/** @returns their ids, newest first */
async function insert(...all: Terms[]): Promise<string[]> {
  const made = all.map((terms) => orderOf(terms));
  await records.contractOrders.insertMany(made);
  return made
    .map(({ _id }) => _id)
    .toSorted()
    .reverse();
}

async function search(query: Partial<OrderSearch>, count = 10) {
  const { items, searchedToId } = await searchOrders(
    records.contractOrders,
    {
      accountId,
      modelId: undefined,
      region: undefined,
      status: undefined,
      text: '',
      behindId: null,
      ...query,
    },
    count,
  );
  return { ids: items.map(({ _id }) => _id), searchedToId };
}

const idsOf = async (query: Partial<OrderSearch>) => (await search(query)).ids;

test('an id, of an order or of its ticket, finds what is the account’s own', async () => {
  const ticketId = uuidV7();
  const [orderId] = await insert({ ticketId });
  const [foreignId] = await insert({ accountId: uuidV7(), ticketId: uuidV7() });
  const foreign = (await records.contractOrders.findOne({ _id: foreignId! }))!;
  for (const text of [ticketId, orderId!]) expect(await idsOf({ text })).toEqual([orderId]);
  for (const text of [foreignId!, foreign.ticketId!]) expect(await idsOf({ text })).toEqual([]);
  for (const text of [ticketId, orderId!]) {
    expect(await idsOf({ text, behindId: orderId! })).toEqual([]);
    expect(await idsOf({ text, status: 'filled' })).toEqual([]);
    expect(await idsOf({ text, modelId: 'other' })).toEqual([]);
  }
});

test('an open order is partly filled from its first token on, and only while it is open', async () => {
  const untouched = await insert({}, {});
  const partly = await insert({ filledTokens: asDouble(1), openTokens: asDouble(8) });
  const filled = await insert({
    status: 'filled',
    filledTokens: asDouble(9),
    openTokens: asDouble(0),
  });
  expect(await idsOf({ status: 'open' })).toEqual(untouched);
  expect(await idsOf({ status: 'partially_filled' })).toEqual(partly);
  expect(await idsOf({ status: 'filled' })).toEqual(filled);
  expect(await idsOf({ status: 'partially_filled', modelId: 'one-7b' })).toEqual(partly);
  expect(await idsOf({ status: 'partially_filled', modelId: 'other' })).toEqual([]);
});

test('a part of an instrument is found literally, in pages that go on behind each other', async () => {
  const [plain, dollar] = await insert({ modelId: '$modelId' }, { modelId: 'x.y' }).then((ids) =>
    ids.toReversed(),
  );
  expect(await idsOf({ text: '$modelId' })).toEqual([plain]);
  expect(await idsOf({ text: '.' })).toEqual([dollar]);
  expect(await idsOf({ text: '', region: 'apac' })).toEqual([]);
  const first = await search({ text: '' }, 1);
  expect(await search({ text: '', behindId: first.ids[0]! }, 1)).toMatchObject({ ids: [plain] });
});

test('a search goes on where a page of scanned orders ended, without a gap', async () => {
  const others = Array.from({ length: SCANNED_PER_PAGE - 1 }, (): Terms => ({ modelId: 'other' }));
  const ids = await insert({ modelId: 'rare' }, { modelId: 'rare' }, ...others);
  const [newer, older] = [ids.at(-2)!, ids.at(-1)!];
  const first = await search({ text: 'rare' });
  expect(first).toEqual({ ids: [newer], searchedToId: newer });
  const second = await search({ text: 'rare', behindId: first.searchedToId });
  expect(second).toEqual({ ids: [older], searchedToId: null });
});
