/** The bid that is made of a chat: how long a seller may take, what it must have, and what pays. */
import { v7 as uuidV7 } from 'uuid';
import { type BidContext, makeBid } from '../../api/buyer/chat/bid';
import { type ReadChat, readChat } from '../../api/buyer/chat/read-chat';
import type { ChatOrder } from '../../domain/chat';
import { CHAT_LIMITS } from '../../domain/json-body';
import { JsonScan } from '../../domain/json-scan';
import { createMatchSteps } from '../../exchange/chat/match';
import { OrderRunner } from '../../exchange/chat/order-runner';
import { RequestMemory } from '../../exchange/chat/request-memory';
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

/** The bid of a buyer of its own for the model of this test. */
async function bidFor(body: object, context: Partial<BidContext> = {}): Promise<ChatOrder> {
  const { modelId: model } = await steps.order();
  const accountId = await fundedAccount(steps.records, DEPOSIT);
  const account = await steps.records.accounts.findOne({ _id: accountId });
  const deps = { ...steps.stores, memory: new RequestMemory(steps.stores) };
  return makeBid(deps, read({ model, ...body }), {
    ...{ orderId: uuidV7(), accountId, account, participant: accountId, requestId: 'request' },
    ...{ idempotencyId: null, ticket: null },
    ...context,
  });
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

test('a ticket pays for its own model, and for no other', async () => {
  const { modelId } = await steps.order();
  const contractId = uuidV7();
  const ticket = { ticketId: uuidV7(), contractId, modelId };
  expect(await bidFor({}, { ticket })).toMatchObject({ contractId, modelId });
  await expect(bidFor({ model: newModel() }, { ticket })).rejects.toMatchObject({
    ...{ code: 'invalid_model', param: 'model' },
    message: `The ticket is for ${modelId}.`,
  });
});
