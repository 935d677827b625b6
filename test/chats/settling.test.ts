/** The settlement of a chat: one answer is charged, read and counted, whoever settles it again. */
import { v7 as uuidV7 } from 'uuid';
import { createDrawSteps } from '../../exchange/chat/draw';
import { createSettleSteps } from '../../exchange/chat/settle';
import { StandingWatch } from '../../exchange/judging/standing-watch';
import { STANDING_WINDOW } from '../../domain/standing';
import { boughtTicket } from '../contracts/records-scenario';
import { MODEL, expectSound, fundedAccount, placedAsk } from '../records/scenario';
import { until } from '../support/wait';
import { PAID, USED, answerThat, delivered } from './delivered';
import { ChatSteps, DEPOSIT, TOKENS, atNextCall, fillOf } from './steps';

const steps = ChatSteps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(async () => {
  jest.restoreAllMocks();
  await expectSound(steps.records);
});

test('a second answer of the seller is neither read nor charged', async () => {
  await steps.ask(1_000);
  const order = await steps.order();
  const fill = await steps.matched(order);
  // The process that settles the first answer dies before it tells the buyer.
  atNextCall(steps.deps.channel, 'settled', () => Promise.reject(new Error('Redis is away')));
  await delivered(steps.deps, order, fill, { says: 'the first' });
  expect(await steps.told(order)).toEqual([]);
  const second = { attempt: 2, usedTokens: TOKENS, says: 'the second' };
  expect(await delivered(steps.deps, order, fill, second)).toMatchObject({ kind: 'settled' });
  expect(await steps.told(order)).toEqual([answerThat('the first')]);
  expect(await steps.moneyOf(order)).toEqual({ paid: PAID, held: 0n });
  expect(await steps.offered()).toBe(1_000 - USED);
});

test('a stored prompt is gone when its answer is settled', async () => {
  await steps.ask(1_000);
  const orderId = uuidV7();
  await steps.records.keepPayload(orderId, Buffer.from('sealed'), 60_000);
  const order = await steps.order({ orderId, request: { payloadId: orderId } });
  await delivered(steps.deps, order, await steps.matched(order));
  expect(await steps.statusOf(order)).toBe('filled');
  expect(await steps.records.findPayload(orderId)).toBeNull();
});

test('what a seller in probation delivers is noticed as soon as it is enough', async () => {
  const told: string[] = [];
  const standings = new StandingWatch({
    records: steps.records,
    tell: async ({ _id }) => void told.push(_id),
    suspect: () => undefined,
    windowMs: 1,
    onError: (err) => {
      throw err;
    },
  });
  const sellerId = await steps.seller(undefined, 'Probation');
  await steps.ask(STANDING_WINDOW * TOKENS, { sellerId });
  const accountId = await fundedAccount(steps.records, DEPOSIT);
  for (let count = 0; count < STANDING_WINDOW; count += 1) {
    const order = await steps.order({ accountId });
    await delivered({ ...steps.deps, standings }, order, await steps.matched(order));
  }
  await until(() => told.includes(sellerId), { timeoutMs: 5_000, what: 'the judgement' });
});

test('what a draw does not use returns to its lot, and no book is needed for that', async () => {
  const { records, deps } = steps;
  const accountId = await fundedAccount(records, 10n * DEPOSIT);
  const sellerId = await steps.seller();
  const askId = await placedAsk(records, { capacityTokens: 1_000, sellerId });
  const bought = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
  const { contractId, lotId } = bought;
  const order = await steps.order({ accountId, contractId, modelId: MODEL });
  const fill = fillOf(await createDrawSteps(deps).draw(order, uuidV7(), false));
  // The book that its tokens were bought from is closed: nobody has traded since Redis was lost.
  await steps.loseBooks();
  const answer = deps.sealer.sealJson({ says: 'hello' }, order.orderId).toString('base64');
  await createSettleSteps(deps).settle(order.orderId, {
    fillId: fill.fillId,
    attempt: 1,
    usedTokens: USED,
    usageFlag: null,
    streamed: false,
    usage: {
      promptTokens: 0,
      completionTokens: USED,
      totalTokens: USED,
    },
    answer: { sealed: answer },
  });
  expect(await records.lots.findOne({ _id: lotId })).toMatchObject({
    drawnTokens: USED,
    remainingTokens: 1e3 - USED,
    reservedTokens: 0,
  });
  await steps.stores.reopen({ modelId: MODEL, tenor: 'spot' });
  const { asks } = await steps.stores.books.levels({
    book: { modelId: MODEL, tenor: 'spot' },
    region: null,
  });
  expect(asks).toEqual([]);
});
