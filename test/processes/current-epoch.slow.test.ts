/**
 * Redis loses everything between any two commands of a step: no price and no refusal comes from what
 * it does not know any more.
 */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { createMatchSteps } from '../../exchange/chat/match';
import type { ExchangeDeps } from '../../exchange/deps';
import { prevailingPriceScale8 } from '../../exchange/books/prevailing-price';
import { readView } from '../../api/market/order-book';
import type { ChatOrder } from '../../domain/chat';
import type { BookId } from '../../domain/instruments';
import { RebuildClaim } from '../../engine/rebuild-claim';
import { type Stores, openStores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { newModel } from '../e2e/market';
import { fundedAccount } from '../records/scenario';
import { testSettings } from '../support/environment';

const ONE_USD = 100_000_000n;
const PRICE = 70_000n;
/** More commands than any of these steps sends. */
const COMMANDS = 12;
const ANY_VIEW = { region: null, sellerId: null, excludedSellerIds: [] };

let stores: Stores;
let records: WritableRecords;
let accountId: string;
let sellerId: string;
beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  records = stores.records as WritableRecords;
  accountId = await fundedAccount(records, 100n * ONE_USD);
  sellerId = randomUUID();
  const now = new Date();
  await records.sellers.insertOne({
    _id: sellerId,
    name: 'seller',
    owner: null,
    standing: 'Active',
    supportedModels: [],
    regions: [],
    endpointUrl: 'http://seller.test',
    apiKeyHash: '',
    createdAt: now,
    updatedAt: now,
  } as never);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => stores.close());

/** A book with one ask of 1,000 tokens, as the records know it. */
async function offered(): Promise<BookId> {
  const book = { modelId: newModel(), tenor: 'spot' } as const;
  const createdAt = new Date();
  await records.ledger.asks.create({
    askId: uuidV7(),
    sellerId,
    ...book,
    region: 'us-east',
    priceScale8: PRICE,
    capacityTokens: 1e3,
    lotTokens: 1,
    surface: 'market',
    validForSeconds: 3600,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 36e5),
  });
  await stores.reopen(book);
  return book;
}

/** Redis is emptied before a command of the books, the first one being 0. @returns whether it came */
function emptiedBefore(command: number): () => boolean {
  const { functions } = stores.books;
  const call = functions.call.bind(functions);
  let count = 0;
  jest.spyOn(functions, 'call').mockImplementation(async (...args) => {
    if (count++ === command) await stores.redis.flushdb();
    return call(...args);
  });
  return () => count > command;
}

/** Runs a step again and again, with Redis emptied before each of its commands in turn. */
async function emptiedAnywhere(step: (book: BookId) => Promise<void>): Promise<void> {
  for (let command = 0; command < COMMANDS; command += 1) {
    const book = await offered();
    const isReached = emptiedBefore(command);
    await step(book);
    jest.restoreAllMocks();
    if (!isReached()) return;
  }
  throw new Error(`the step sends more than ${COMMANDS} commands`);
}

function chat(book: BookId): ChatOrder {
  const orderId = uuidV7();
  return {
    orderId,
    workflowId: `chat-${orderId}`,
    accountId,
    requestId: 'request',
    idempotencyId: null,
    modelId: book.modelId,
    region: null,
    sellerId: null,
    venuePin: null,
    excludedSellerIds: [],
    ceilingScale8: String(PRICE),
    choices: 1,
    elastic: false,
    promptTokens: 10,
    countedPromptTokens: 10,
    streamed: false,
    quantityMinTokens: 100,
    quantityMaxTokens: 100,
    request: { payloadId: orderId },
    limits: {
      deadlineMs: 1,
      answerTimeoutMs: 1,
      heartbeatMs: 1,
    },
  };
}

const match = (order: ChatOrder) =>
  createMatchSteps(stores as unknown as ExchangeDeps).match(order, uuidV7(), []);

test('the prevailing price of a book with an ask is never that of a book without one', () =>
  emptiedAnywhere(async (book) => {
    expect(await prevailingPriceScale8(stores, book, ANY_VIEW)).toBe(PRICE);
  }));

test('a bid at the price of a resting ask is matched', () =>
  emptiedAnywhere(async (book) => {
    expect(await match(chat(book))).toMatchObject({ kind: 'matched' });
  }));

test('a bid above what rests is refused with the price of the ask', () =>
  emptiedAnywhere(async (book) => {
    const refused = await match({ ...chat(book), ceilingScale8: String(PRICE - 1n) });
    expect(refused).toMatchObject({ refusal: { code: 'no_fill_at_limit' } });
    expect(JSON.stringify(refused)).toContain('0.0007');
  }));

test('a view shows what rests', () =>
  emptiedAnywhere(async (book) => {
    const { asks } = await readView(stores, book, 'any');
    expect(asks).toEqual([{ price: '0.0007', quantity: '1000' }]);
  }));

const questions: Record<string, (book: BookId) => Promise<unknown>> = {
  'a match': async (book) => (await match(chat(book))).kind,
  'a price': (book) => prevailingPriceScale8(stores, book, ANY_VIEW),
  'a view': async (book) => (await readView(stores, book, 'any')).asks.length,
};
test.each([
  ['a match', 'matched'],
  ['a price', PRICE],
  ['a view', 1],
])('%s believes no book whose epoch the records have left behind', async (asked, answer) => {
  const book = await offered();
  const page = await stores.books.orders({ book, cursor: null });
  const [ask] = page!.orders;
  if (ask?.side !== 'ask') throw new Error('the book has no ask');
  await stores.books.cancel({ book, id: ask.askId });
  await records.books.updateOne({ _id: `${book.modelId}|spot` }, { $inc: { epoch: 1 } });
  expect(await questions[asked]!(book)).toBe(answer);
  expect(await stores.books.epochOf(book)).toBe(await stores.records.epochOf(book));
});

test('a book that is being rebuilt by another process is waited for, and then not told of', async () => {
  const book = await offered();
  const claim = await RebuildClaim.win(stores.books.functions, book);
  if (typeof claim === 'string') throw new Error(claim);
  const answers = await Promise.allSettled([
    readView(stores, book, 'any'),
    prevailingPriceScale8(stores, book, ANY_VIEW),
  ]);
  await claim.end();
  for (const answer of answers) {
    expect(answer).toMatchObject({ reason: { code: 'service_unavailable' } });
  }
  expect((await readView(stores, book, 'any')).asks).toHaveLength(1);
});

test('a book that nobody ever rested an order in is empty, and stays unopened', async () => {
  const book = { modelId: newModel(), tenor: 'spot' } as const;
  expect(await readView(stores, book, 'any')).toMatchObject({ asks: [], bids: [], sequence: 0 });
  expect(await match(chat(book))).toMatchObject({ refusal: { code: 'no_match' } });
  expect(await stores.records.epochOf(book)).toBeNull();
});
