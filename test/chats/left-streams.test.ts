/**
 * A worker asks a seller for a stream, and the last reader leaves it, at whichever gateway: free up to a
 * bound, so that nobody lets sellers work for nothing.
 */
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { createDispatchActivities } from '../../activities/dispatch';
import { AnswerListener } from '../../channel/answer-listener';
import { createRefuseSteps } from '../../exchange/chat/refuse';
import {
  type ChatOrder,
  type DispatchResult,
  type MatchedFill,
  READER_LEFT,
} from '../../domain/chat';
import { expectSound, fundedAccount } from '../records/scenario';
import { endOf } from '../../records/reputations/end-of-fill';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { ChatSteps, DEPOSIT, TOKENS } from './steps';

/** Readers are looked for four times in it. */
const HEARTBEAT_MS = 1_000;
/** Of every order here. */
const PROMPT_TOKENS = 10;
const PROMPT_COST = 1_000n;
const FREE_PROMPTS = 2;
const HOUR_MS = 3_600_000;
const GONE = { code: 'bid_timeout', message: READER_LEFT } as const;
const limits = { deadlineMs: 60_000, answerTimeoutMs: 60_000, heartbeatMs: HEARTBEAT_MS };

let steps: ChatSteps;
let seller: Seller;
beforeAll(async () => {
  steps = await ChatSteps.open({ FREE_ABANDONED_TOKENS: FREE_PROMPTS * PROMPT_TOKENS });
});
beforeEach(async () => {
  steps.useNewBook();
  seller = await startSeller();
  seller.hold();
  await steps.ask(10 * TOKENS, { sellerId: await steps.seller(seller.url) });
});
afterEach(async () => {
  await seller.close();
  await expectSound(steps.records);
});
afterAll(() => steps.close());

/** The attempt at the seller, once it was asked. */
async function attempt(order: ChatOrder): Promise<{ readonly result: Promise<DispatchResult> }> {
  const fill = await steps.matched(order);
  const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
  const { dispatch } = createDispatchActivities(steps.deps);
  const input = { order, fill, attempt: 1, remainingMs: limits.deadlineMs };
  const result = environment.run(dispatch, input) as Promise<DispatchResult>;
  await until(() => isAsked(fill), { what: 'the seller to be asked' });
  return { result };
}

const isAsked = ({ fillId }: MatchedFill) =>
  seller.requests.some(({ idempotencyKey }) => idempotencyKey === fillId);

async function leave({ orderId }: ChatOrder): Promise<void> {
  const { redis, sealer } = steps.stores;
  const listener = new AnswerListener(redis, sealer);
  const reading = await listener.listen(orderId, true);
  reading.close();
  expect(await listener.stopUnread(orderId)).toBe(true);
  listener.close();
}

test('the attempt ends before the first byte, and nobody else is asked', async () => {
  const order = await steps.order({ streamed: true, limits }, { stream: true });
  const { result } = await attempt(order);
  await leave(order);
  expect(await result).toEqual({ kind: 'buyer_gone' });
  expect(seller.requests).toHaveLength(1);
});

describe('the prompts that an account leaves before the first byte', () => {
  let accountId: string;
  beforeEach(async () => (accountId = await fundedAccount(steps.records, DEPOSIT)));

  const streamed = (promptTokens: number) => {
    const counted = { promptTokens, countedPromptTokens: promptTokens };
    return steps.order({ accountId, streamed: true, limits, ...counted }, { stream: true });
  };

  /** @returns the order, and how its attempt ended */
  async function left(promptTokens = PROMPT_TOKENS) {
    const order = await streamed(promptTokens);
    const { result } = await attempt(order);
    await leave(order);
    const { kind } = await result;
    if (kind === 'buyer_gone') await createRefuseSteps(steps.deps).refuse(order, GONE);
    return { order, kind };
  }

  test('cost nothing up to the bound, and one more is charged', async () => {
    for (let count = 0; count < FREE_PROMPTS; count += 1) {
      const { order, kind } = await left();
      expect(kind).toBe('buyer_gone');
      expect(await steps.moneyOf(order)).toEqual({ paid: 0n, held: 0n });
    }
    const { order, kind } = await left();
    expect(kind).toBe('settled');
    expect(await steps.statusOf(order)).toBe('filled');
    expect(await steps.moneyOf(order)).toEqual({ paid: PROMPT_COST, held: 0n });
    const trade = await steps.records.trades.findOne({ orderId: order.orderId });
    expect(trade).toMatchObject({ quantityTokens: PROMPT_TOKENS, grossScale8: PROMPT_COST });
    expect(await steps.offered()).toBe(10 * TOKENS - PROMPT_TOKENS);
  });

  test('are charged from the first token beyond the bound', async () => {
    await left();
    expect((await left(PROMPT_TOKENS + 1)).kind).toBe('settled');
    // What was paid is not unpaid.
    expect((await left()).kind).toBe('buyer_gone');
    expect((await left(1)).kind).toBe('settled');
  });

  test('are counted once each when many are left at the same time', async () => {
    const all = await Promise.all(Array.from({ length: FREE_PROMPTS + 2 }, () => left()));
    expect(all.filter(({ kind }) => kind === 'buyer_gone')).toHaveLength(FREE_PROMPTS);
    const paid = 2n * PROMPT_COST;
    expect(await steps.moneyOf(all[0]!.order)).toEqual({ paid, held: 0n });
  });

  test('are free again an hour after the first of them', async () => {
    for (let count = 0; count < FREE_PROMPTS; count += 1) await left();
    const { accounts } = steps.records;
    const since = async (agoMs: number) => {
      const first = new Date(Date.now() - agoMs);
      await accounts.updateOne({ _id: accountId }, { $set: { 'unpaidPrompts.since': first } });
    };
    await since(HOUR_MS - 60_000);
    expect((await left()).kind).toBe('settled');
    await since(HOUR_MS);
    expect((await left()).kind).toBe('buyer_gone');
  });

  test('say nothing about their seller, whether they are paid or not', async () => {
    for (let count = 0; count <= FREE_PROMPTS; count += 1) {
      const { order } = await left();
      const fill = await steps.records.fills.findOne({ orderId: order.orderId });
      expect(endOf(fill!)).toEqual({ kind: 'excused' });
    }
  });
});
