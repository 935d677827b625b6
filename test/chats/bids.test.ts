/** The bid that is made of a chat: how long a seller may take, what it must have, and what pays. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { type BidContext, makeBids } from '../../api/buyer/chat/bid';
import { type ReadChat, readChat } from '../../api/buyer/chat/read-chat';
import { type Catalog, loadCatalog } from '../../config/catalog';
import { FREE_TERMS } from '../../domain/buyer-keys';
import type { ChatOrder } from '../../domain/chat';
import { CHAT_LIMITS } from '../../domain/json-body';
import { JsonScan } from '../../domain/json-scan';
import { createMatchSteps } from '../../exchange/chat/match';
import { OrderRunner } from '../../exchange/chat/order-runner';
import { RequestMemory } from '../../exchange/idempotency/request-memory';
import { Sessions } from '../../exchange/chat/sessions';
import { LackingSellers } from '../../exchange/sellers/lacking-sellers';
import { newModel } from '../e2e/market';
import { expectSound, fundedAccount } from '../records/scenario';
import { chatBody } from '../support/exchange';
import { Random, SEED } from '../support/random';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { ChatSteps, DEPOSIT, fillOf, refusalOf } from './steps';

/** For the first byte of a stream. */
const FIRST_BYTE_MS = 300;
/** Of a request without a limit, for each of its choices (CHAT-2). */
const LEAST_TOKENS = 64;

let steps: ChatSteps;
beforeAll(async () => {
  const parts = { BID_DEADLINE_MS: FIRST_BYTE_MS, FIRST_BYTE_PER_TOKEN_MS: 1_000 };
  steps = await ChatSteps.open(parts);
});
beforeEach(() => steps.useNewBook());
afterEach(() => expectSound(steps.records));
afterAll(() => steps.close());

function read(body: object): ReadChat {
  const bytes = Buffer.from(JSON.stringify(chatBody(body)));
  const scan = new JsonScan(CHAT_LIMITS);
  scan.feed(bytes);
  return readChat({ bytes, members: scan.members, ticketId: null });
}

function catalogOf(modelId: string, rules: object): Catalog {
  const instrument = {
    model_id: modelId,
    name: 'A model',
    context_window: 131072,
    default_max_tokens: 1024,
    list_price: '0.0001',
    ...rules,
  };
  const family = { family: 'family', name: 'Family', instruments: [instrument] };
  const path = join(mkdtempSync(join(tmpdir(), 'catalog-')), 'catalog.json');
  writeFileSync(path, JSON.stringify({ families: [family] }));
  return loadCatalog(path);
}

/** The bid of a buyer of its own for the model of this test. */
async function bidFor(
  body: object,
  context: Partial<BidContext> = {},
  catalog: Catalog = steps.stores.catalog,
): Promise<ChatOrder> {
  const { modelId: model } = await steps.order();
  const accountId = await fundedAccount(steps.records, DEPOSIT);
  const key = { _id: accountId, accountId, hash: accountId, label: null, quotas: {} };
  await steps.records.buyerKeys.insertOne({ ...key, createdAt: new Date(), revokedAt: null });
  const account = await steps.records.accounts.findOne({ _id: accountId });
  const deps = {
    ...steps.stores,
    catalog,
    memory: new RequestMemory(steps.stores),
    lackingSellers: new LackingSellers(steps.records),
    sessions: new Sessions(steps.stores.redis),
  };
  const { first } = await makeBids(deps, read({ model, ...body }), {
    orderId: uuidV7(),
    accountId,
    account,
    participant: accountId,
    requestId: 'request',
    idempotencyId: null,
    ticket: null,
    keyId: accountId,
    keyTerms: FREE_TERMS,
    ...context,
  });
  return first;
}

describe('time to answer', () => {
  let runner: OrderRunner;
  let seller: Seller;
  beforeEach(async () => {
    seller = await startSeller();
    await steps.ask(10_000, { sellerId: await steps.seller(seller.url) });
    runner = new OrderRunner(steps.deps, {
      gatewayId: 'gateway',
      reserved: () => undefined,
      continueAlone: async () => undefined,
      lotEnded: () => undefined,
      onError: () => undefined, // what the buyer is told counts here
    });
  });
  afterEach(() => seller.close());

  const toldOf = async (order: ChatOrder) => {
    expect(await runner.ended(order.orderId, AbortSignal.timeout(20_000))).toBe(true);
    return steps.told(order);
  };

  test('a whole answer may take as long as its tokens need', async () => {
    const order = await bidFor({ stream: false });
    seller.hold();
    const startedAtMs = Date.now();
    runner.start(order);
    await until(() => seller.held === 1, { what: 'the seller to be asked' });
    await until(() => Date.now() > startedAtMs + 2 * FIRST_BYTE_MS, { what: 'a late answer' });
    seller.release();
    expect(await toldOf(order)).toEqual([expect.stringContaining('"object":"chat.completion"')]);
    expect(seller.requests).toHaveLength(1);
  });

  test('the first byte of a stream may not, however many tokens it asks for', async () => {
    const order = await bidFor({ stream: true, max_tokens: 5_000 });
    seller.hold();
    runner.start(order);
    expect(await toldOf(order)).toEqual(['bid_timeout']);
  });
});

test('a field that bears the name of a method of every object is a field like others', () => {
  const param = 'provider.toString';
  expect(() => read({ provider: { toString: 1 } })).toThrow(
    expect.objectContaining({ code: 'invalid_request', param }),
  );
  const content = [{ type: 'constructor' }];
  expect(read({ constructor: 1, messages: [{ role: 'user', content }] }).needs).toMatchObject({
    inputModalities: [],
  });
});

test(`a request without a limit needs 64 tokens for each of its choices (seed ${SEED})`, async () => {
  const choices = new Random(SEED).between(2, 8);
  const bid = () => bidFor({ max_tokens: undefined, n: choices });
  const match = async (order: ChatOrder) => createMatchSteps(steps.deps).match(order, uuidV7(), []);
  const order = await bid();
  const needed = order.promptTokens + LEAST_TOKENS * choices;
  await steps.ask(needed - 1);
  expect(refusalOf(await match(order))).toBe('no_match');
  const { askId } = await steps.ask(needed);
  expect(fillOf(await match(await bid()))).toMatchObject({ askId, quantityTokens: needed });
});

describe('an instrument of the catalog that counts in its own way', () => {
  const plain = { tokens_per_message: 0, margin_percent: 0 };
  const bidUnder = async (rules: object, body: object = {}, context: Partial<BidContext> = {}) => {
    const { modelId } = await steps.order();
    return bidFor(body, context, catalogOf(modelId, rules));
  };
  const messages = [1, 2, 3].map(() => ({ role: 'user', content: 'Hello.' }));

  test('adds its tokens_per_message to each message of a bid', async () => {
    const bare = await bidUnder(plain, { messages, max_tokens: 10 });
    const padded = await bidUnder(
      { ...plain, tokens_per_message: 17 },
      { messages, max_tokens: 10 },
    );
    expect(padded.countedPromptTokens).toBe(bare.countedPromptTokens! + 3 * 17);
    expect(padded.promptTokens).toBe(bare.promptTokens + 3 * 17);
    expect(padded.quantityMaxTokens).toBe(bare.quantityMaxTokens + 3 * 17);
  });

  test('adds 4 without the setting, as an instrument outside the catalog does', async () => {
    const bare = await bidUnder(plain, { messages });
    const usual = await bidUnder({ margin_percent: 0 }, { messages });
    expect(usual.countedPromptTokens).toBe(bare.countedPromptTokens! + 3 * 4);
    expect((await bidFor({ messages })).countedPromptTokens).toBe(usual.countedPromptTokens);
  });

  test('counts pictures, sound and videos by its own rules', async () => {
    const content = [
      { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
      { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' } },
      { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } },
    ];
    const withMedia = (media: object, parts: object[] = content) =>
      bidUnder({ ...plain, media }, { messages: [{ role: 'user', content: parts }] });
    const none = await withMedia({}, []);
    const own = { picture: 7, sound_tokens_per_second: 1, video_tokens_per_second: 2 };
    const added = 7 + 60 + 120;
    const bid = await withMedia(own);
    expect(bid.countedPromptTokens).toBe(none.countedPromptTokens! + added);
    expect(bid.quantityMaxTokens).toBe(none.quantityMaxTokens + added);
    expect(bid.plausiblePromptTokens).toBe(none.plausiblePromptTokens! + 3 * (7 + 3_600 + 7_200));
    const usual = await withMedia({});
    expect(usual.countedPromptTokens).toBe(none.countedPromptTokens! + 1_105 + 60 * (32 + 263));
  });

  test('counts the draw on a contract like a bid', async () => {
    const { modelId } = await steps.order();
    const ticket = { ticketId: uuidV7(), contractId: uuidV7(), modelId };
    const rules = { ...plain, tokens_per_message: 17 };
    const draw = await bidUnder(rules, { messages }, { ticket });
    expect(draw).toMatchObject({ contractId: ticket.contractId });
    const { countedPromptTokens } = await bidUnder(rules, { messages });
    expect(draw.countedPromptTokens).toBe(countedPromptTokens);
  });
});

test('a ticket pays for its own model, and for no other', async () => {
  const { modelId } = await steps.order();
  const contractId = uuidV7();
  const ticket = { ticketId: uuidV7(), contractId, modelId };
  expect(await bidFor({}, { ticket })).toMatchObject({ contractId, modelId });
  await expect(bidFor({ model: newModel() }, { ticket })).rejects.toMatchObject({
    code: 'invalid_model',
    param: 'model',
    message: `The ticket is for ${modelId}.`,
  });
});
