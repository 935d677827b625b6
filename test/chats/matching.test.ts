/**
 * The step `match` when it is repeated, meets records that know more than the book, or races with
 * itself: a buyer has one reservation, and the book offers exactly what the records have.
 */
import { v7 as uuidV7 } from 'uuid';
import { createMatchSteps } from '../../exchange/chat/match';
import { expectSound, fundedAccount, reservation } from '../records/scenario';
import {
  ChatSteps,
  COST,
  PLENTY,
  PRICE,
  TOKENS,
  atNextCall,
  fillOf,
  loseNextAnswer,
  refusalOf,
} from './steps';

const REQUESTS_MAX = 2;

let steps: ChatSteps;
let matching: ReturnType<typeof createMatchSteps>;
beforeAll(async () => {
  steps = await ChatSteps.open({ REQUESTS_UNDER_WAY_PER_ACCOUNT: REQUESTS_MAX });
  matching = createMatchSteps(steps.deps);
});
beforeEach(() => steps.useNewBook());
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(steps.records);
});
afterAll(() => steps.close());

/** A buyer without money. */
async function poorOrder() {
  return steps.order({ accountId: await fundedAccount(steps.records, 0n) });
}

describe('a step that is repeated', () => {
  test('tokens that were released when the step died are on offer again', async () => {
    await steps.ask(1_000);
    const order = await steps.order();
    await steps.matched(order);
    expect(await steps.offered()).toBe(1_000 - TOKENS);
    // The records have released the fill, and the book has not heard of it.
    atNextCall(steps.stores.books, 'release', () => Promise.reject(new Error('Redis is away')));
    await matching.unmatch(order.orderId, 'test').catch(() => undefined);
    await matching.unmatch(order.orderId, 'test');
    expect(await steps.offered()).toBe(1_000);
    expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: 0n });
  });

  /**
   * Its first run was committed with its second try, because it began with an old balance; its
   * repetition begins with a new one, and thus with another fill.
   */
  async function matchedTwice(capacityTokens: number) {
    await steps.ask(capacityTokens);
    const order = await steps.order();
    const seed = uuidV7();
    loseNextAnswer(steps.records.ledger, 'reserveFill');
    await expect(matching.match(order, seed, [], 0n)).rejects.toThrow('lost');
    const fill = fillOf(await matching.match(order, seed, []));
    const reserved = await steps.records.fills.find({ orderId: order.orderId }).toArray();
    expect(reserved.filter(({ status }) => status === 'reserved')).toMatchObject([
      { _id: fill.fillId },
    ]);
    expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: COST });
  }

  test('has the last tokens of the book, which its first run reserved', async () => {
    await matchedTwice(TOKENS);
    expect(await steps.offered()).toBe(0);
  });

  test('does not reserve a second time, and is not refused for it', async () => {
    await matchedTwice(1_000);
    expect(await steps.offered()).toBe(1_000 - TOKENS);
  });
});

test('money that another request has just given back buys', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const outcome = await matching.match(order, uuidV7(), [], 0n);
  expect(fillOf(outcome)).toMatchObject({ orderId: order.orderId, quantityTokens: TOKENS });
});

test('one account has so many requests in progress and no more; others are served', async () => {
  await steps.ask(1_000);
  const accountId = await fundedAccount(steps.records, 100n * COST);
  for (let count = 0; count < REQUESTS_MAX; count += 1) {
    await steps.matched(await steps.order({ accountId }));
  }
  const outcome = await matching.match(await steps.order({ accountId }), uuidV7(), []);
  expect(refusalOf(outcome)).toBe('rate_limited');
  expect(await steps.offered()).toBe(1_000 - REQUESTS_MAX * TOKENS);
  await steps.matched(await steps.order());
});

describe('a reservation of the book that the records refuse', () => {
  test('a buyer whose money is gone leaves its tokens to others', async () => {
    await steps.ask(1_000);
    const outcome = await matching.match(await poorOrder(), uuidV7(), [], PLENTY);
    expect(refusalOf(outcome)).toBe('insufficient_balance');
    expect(await steps.offered()).toBe(1_000);
  });

  test('a late run of the step does not sell the tokens that another run gave back', async () => {
    const { askId } = await steps.ask(1_000);
    const order = await poorOrder();
    const { accountId } = order;
    const seed = uuidV7();
    // The first run hangs between the book and the records; a second one is refused meanwhile.
    atNextCall(steps.records.ledger, 'reserveFill', async (real) => {
      const second = await matching.match(order, seed, [], PLENTY);
      expect(refusalOf(second)).toBe('insufficient_balance');
      const money = { accountId, amountScale8: COST, reference: 'late' };
      await steps.records.ledger.deposit(money);
      return real();
    });
    fillOf(await matching.match(order, seed, [], PLENTY));
    expect((await steps.moneyOf(order)).held).toBe(COST);
    const ask = await steps.records.asks.findOne({ _id: askId });
    expect(ask).toMatchObject({ remainingTokens: 1_000 - TOKENS });
    expect(await steps.offered()).toBe(ask!.remainingTokens);
  });

  test('an ask that the records have ended leaves the book, and the next one is taken', async () => {
    const ended = await steps.ask(1_000);
    const dearer = await steps.ask(1_000, { priceScale8: 2n * PRICE });
    await steps.records.ledger.cancelAsk(ended.askId, ended.sellerId);
    const fill = fillOf(await matching.match(await steps.order(), uuidV7(), []));
    expect(fill.askId).toBe(dearer.askId);
    expect(await steps.offered()).toBe(1_000 - TOKENS);
  });

  test('a book that offers more than there is is corrected, and the next ask is taken', async () => {
    const { askId } = await steps.ask(1_000);
    const dearer = await steps.ask(1_000, { priceScale8: 2n * PRICE });
    // A reservation that the book has forgotten.
    const order = await steps.order();
    const epoch = (await steps.records.epochOf({ modelId: order.modelId, tenor: 'spot' }))!;
    const parts = { accountId: order.accountId, askId, quantityTokens: 1_000 - TOKENS + 1, epoch };
    const forgotten = await reservation(steps.records, parts);
    expect(await steps.records.ledger.reserveFill(forgotten)).toEqual({ status: 'reserved' });
    const fill = fillOf(await matching.match(await steps.order(), uuidV7(), []));
    expect(fill.askId).toBe(dearer.askId);
    expect(await steps.offered()).toBe(TOKENS - 1 + 1_000 - TOKENS);
  });
});
