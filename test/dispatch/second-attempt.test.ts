/** What a later attempt at the seller of a fill does with what an earlier one left. */
import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { answerKey } from '../../channel/messages';
import type { ChatOrder, MatchedFill } from '../../domain/chat';
import { timeOfUuidV7 } from '../../domain/ids';
import { AttemptGivenUp, runAttempt } from '../../exchange/chat/attempt';
import { createMatchSteps } from '../../exchange/chat/match';
import { type ExchangeParts, type Stores, buildExchange, openStores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { connectTemporal, type Temporal } from '../../temporal/connection';
import { newModel } from '../e2e/market';
import { expectSound, fundedAccount } from '../records/scenario';
import { chatBody } from '../support/exchange';
import { testSettings } from '../support/environment';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';

const DEPOSIT = 1_000_000_000n;
const PRICE = 100_000n;
const FIRST = 'These are the words of the first answer, which the buyer reads.';
const OTHER = 'Something else is said the second time, and nobody should read it.';

let stores: Stores;
let temporal: Temporal;
let exchange: ExchangeParts;
let records: WritableRecords;
let seller: Seller;
beforeAll(async () => {
  const settings = await testSettings();
  stores = await openStores(settings, pino({ level: 'silent' }));
  temporal = await connectTemporal(settings);
  exchange = buildExchange(stores, temporal);
  records = stores.records as WritableRecords;
});
beforeEach(async () => {
  seller = await startSeller();
});
afterEach(async () => {
  await seller.close();
  await expectSound(records);
});
afterAll(async () => {
  await exchange.close();
  await temporal.close();
  await stores.close();
});

interface Matched {
  readonly order: ChatOrder;
  readonly fill: MatchedFill;
}

/** A chat order whose fill is reserved. */
async function matched(streamed = false): Promise<Matched> {
  const book = { modelId: newModel(), tenor: 'spot' } as const;
  const order = await orderOf(book.modelId, streamed);
  const createdAt = new Date();
  const terms = { priceScale8: PRICE, capacityTokens: 1_000, lotTokens: 1, validForSeconds: 3_600 };
  await records.ledger.asks.create({
    ...terms,
    askId: uuidV7(),
    sellerId: await newSeller(),
    ...book,
    region: 'us-east',
    surface: 'market',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 36e5),
  });
  await stores.reopen(book);
  const outcome = await createMatchSteps(exchange.deps).match(order, uuidV7(), []);
  if (outcome.kind !== 'matched') throw new Error(JSON.stringify(outcome));
  return { order, fill: outcome.fill };
}

async function newSeller(): Promise<string> {
  const sellerId = randomUUID();
  const now = new Date();
  await records.sellers.insertOne({
    _id: sellerId,
    name: sellerId,
    owner: null,
    standing: 'Active',
    apiKeyHash: sellerId,
    supportedModels: [],
    regions: [],
    endpointUrl: seller.url,
    createdAt: now,
    updatedAt: now,
  } as never);
  return sellerId;
}

async function orderOf(modelId: string, streamed: boolean): Promise<ChatOrder> {
  const orderId = uuidV7();
  const body = JSON.stringify({
    ...chatBody({ model: modelId }),
    ...(streamed && { stream: true }),
  });
  const sealed = stores.sealer.seal(Buffer.from(body), orderId).toString('base64');
  return {
    orderId,
    workflowId: `chat-${orderId}`,
    requestId: 'request',
    modelId,
    streamed,
    accountId: await fundedAccount(records, DEPOSIT),
    idempotencyId: null,
    region: null,
    sellerId: null,
    venuePin: null,
    excludedSellerIds: [],
    ceilingScale8: String(PRICE),
    choices: 1,
    elastic: false,
    promptTokens: 10,
    countedPromptTokens: 10,
    quantityMinTokens: 100,
    quantityMaxTokens: 100,
    request: {
      sealed,
      orderId,
    },
    limits: {
      deadlineMs: 6e4,
      answerTimeoutMs: 6e4,
      heartbeatMs: 5e3,
    },
  };
}

function attempt(
  { order, fill }: Matched,
  number: number,
  signal = new AbortController().signal,
  readerLeft = new AbortController().signal,
  remainingMs = 60_000,
) {
  const input = { order, fill, attempt: number, remainingMs };
  return runAttempt(exchange.deps, input, { signal, readerLeft, isCancelled: () => false });
}

async function moneyOf({ order: { accountId } }: Matched) {
  const { postedScale8, heldScale8 } = (await records.balances.findOne({ _id: accountId }))!;
  return { paidScale8: DEPOSIT - postedScale8, heldScale8 };
}

/** Chunks that readers of the answer have. */
async function readable({ order: { orderId } }: Matched): Promise<string[]> {
  const placed = await exchange.deps.channel.written(orderId);
  return placed.flatMap(({ message }) => (message.kind === 'chunk' ? message.data : []));
}

const saidBy = (chunks: readonly string[]) =>
  chunks.map((data) => JSON.parse(data).choices[0]?.delta.content ?? '').join('');

test.each(['and whose answer is on its channel', 'and whose channel is lost'])(
  'a fill that is settled already, %s: nobody is asked, and nothing is charged',
  async (what) => {
    const request = await matched();
    expect(await attempt(request, 1)).toMatchObject({ kind: 'settled' });
    const paid = await moneyOf(request);
    expect(paid.paidScale8).toBeGreaterThan(0n);
    if (what.includes('lost')) await stores.redis.del(answerKey(request.order.orderId));
    expect(await attempt(request, 2)).toMatchObject({ kind: 'settled' });
    expect(seller.requests).toHaveLength(1);
    expect(await moneyOf(request)).toEqual(paid);
  },
);

test('a fill that was released: nobody is asked, and nothing is charged', async () => {
  const request = await matched();
  await createMatchSteps(exchange.deps).unmatch(request.order.orderId, 'test');
  await expect(attempt(request, 2)).rejects.toMatchObject({ name: 'StepFailure' });
  expect(seller.requests).toEqual([]);
  expect(await moneyOf(request)).toEqual({ paidScale8: 0n, heldScale8: 0n });
});

test('a deadline that leaves the seller too little time is not its failure', async () => {
  const request = await matched();
  seller.setBehaviour(BEHAVIOURS.silent());
  const ended = await attempt(request, 1, undefined, undefined, 50);
  expect(ended).toMatchObject({ kind: 'failed', deadlinePassed: true, isOurs: true });
  await createMatchSteps(exchange.deps).unmatch(request.order.orderId, 'test');
});

test('a buyer that leaves its stream pays the prompt and what it read, and its seller is not blamed', async () => {
  const request = await matched(true);
  seller.setBehaviour(BEHAVIOURS.unhurried({ content: FIRST, gapMs: 40 }));
  const left = new AbortController();
  const running = attempt(request, 1, undefined, left.signal);
  await until(async () => (await readable(request)).length >= 3, { what: 'three chunks' });
  left.abort();
  expect(await running).toMatchObject({ kind: 'settled' });
  const fill = (await records.fills.findOne({ _id: request.fill.fillId }))!;
  const { promptTokens, completionTokens } = fill.usage!;
  expect(completionTokens).toBeGreaterThan(0);
  expect(fill.usedTokens).toBe(promptTokens + completionTokens);
  expect(fill.usedTokens).toBeLessThan(request.fill.quantityTokens / 2);
  expect(fill.attempts.at(-1)?.reason ?? null).toBeNull();
  expect((await moneyOf(request)).heldScale8).toBe(0n);
  await until(() => seller.requests.at(-1)!.abandoned, { what: 'the end of the answer' });
});

describe('a stream whose first attempt was given up', () => {
  /** @returns what the buyer had read by then */
  async function givenUp(request: Matched): Promise<string> {
    seller.setBehaviour(BEHAVIOURS.unhurried({ content: FIRST, gapMs: 40 }));
    const stop = new AbortController();
    const first = attempt(request, 1, stop.signal);
    first.catch(() => undefined);
    await until(async () => (await readable(request)).length >= 3, { what: 'three chunks' });
    stop.abort();
    await expect(first).rejects.toThrow(AttemptGivenUp);
    return saidBy(await readable(request));
  }

  test('the seller says the same: the stream goes on, each chunk once', async () => {
    const request = await matched(true);
    await givenUp(request);
    expect(await attempt(request, 2)).toMatchObject({ kind: 'settled' });
    expect(saidBy(await readable(request))).toBe(FIRST);
    expect(seller.keys.size).toBe(1);
  });

  test('the seller does not date its answer: all chunks have the time of the fill', async () => {
    const request = await matched(true);
    const created = Math.floor(timeOfUuidV7(request.fill.fillId) / 1_000);
    const isLater = () => Math.floor(Date.now() / 1_000) > created;
    await until(isLater, { what: 'the next second' });
    seller.setBehaviour(BEHAVIOURS.unhurried({ content: FIRST, isUndated: true }));
    expect(await attempt(request, 1)).toMatchObject({ kind: 'settled' });
    const chunks = await readable(request);
    expect(new Set(chunks.map((data) => JSON.parse(data).created))).toEqual(new Set([created]));
  });

  test('the deadline for the first byte has passed meanwhile: the stream goes on', async () => {
    const request = await matched(true);
    await givenUp(request);
    const second = attempt(request, 2, undefined, undefined, -1);
    expect(await second).toMatchObject({ kind: 'settled' });
    expect(saidBy(await readable(request))).toBe(FIRST);
  });

  test('the seller says something else: the buyer reads none of it and pays what was delivered', async () => {
    const request = await matched(true);
    const before = await givenUp(request);
    seller.setBehaviour(BEHAVIOURS.unhurried({ content: OTHER, gapMs: 40 }));
    expect(await attempt(request, 2)).toMatchObject({ kind: 'settled' });
    expect(saidBy(await readable(request))).toBe(before);
    const fill = (await records.fills.findOne({ _id: request.fill.fillId }))!;
    expect(fill.usedTokens).toBeGreaterThan(0);
    expect(fill.usedTokens).toBeLessThan(request.fill.quantityTokens / 2);
    expect(fill.attempts.at(-1)).toMatchObject({ number: 2, reason: 'cut' });
    expect((await moneyOf(request)).heldScale8).toBe(0n);
    await until(() => seller.requests.at(-1)!.abandoned, { what: 'the end of the second answer' });
  });

  test.each([
    ['fails', BEHAVIOURS.error500()],
    ['throttles', BEHAVIOURS.throttled({ retryAfter: '0' })],
    ['refuses the request', BEHAVIOURS.contextLength()],
    ['breaks the connection', BEHAVIOURS.resetAfterBody()],
  ])(
    'the seller %s the second time: what was delivered is paid, and no other is asked',
    async (_what, behaviour) => {
      const request = await matched(true);
      const before = await givenUp(request);
      seller.setBehaviour(behaviour);
      // Settled: had it ended unsettled, the order would go to another seller, behind a begun answer.
      expect(await attempt(request, 2)).toMatchObject({ kind: 'settled' });
      expect(saidBy(await readable(request))).toBe(before);
      const fill = (await records.fills.findOne({ _id: request.fill.fillId }))!;
      expect(fill.status).toBe('settled');
      expect(fill.usedTokens).toBeGreaterThan(0);
      expect(fill.usedTokens).toBeLessThan(request.fill.quantityTokens / 2);
      const { paidScale8, heldScale8 } = await moneyOf(request);
      expect([paidScale8, heldScale8]).toEqual([fill.costScale8, 0n]);
    },
  );
});
