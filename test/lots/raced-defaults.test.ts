/** A default decides on what its transaction finds: what happens between its read and its writes is not overwritten. */
import { v7 as uuidV7 } from 'uuid';
import { createDrawSteps } from '../../exchange/chat/draw';
import { createMatchSteps } from '../../exchange/chat/match';
import { notePause } from '../../exchange/judging/note-pause';
import type { JudgingPauseDocument } from '../../records/documents/judging-pause';
import { ChatSteps, DEPOSIT, fillOf } from '../chats/steps';
import { boughtTicket, draw } from '../contracts/records-scenario';
import type { WritableRecords } from '../../records/connect';
import {
  MODEL,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  settlement,
} from '../records/scenario';

const LOT_TOKENS = 1_000;
/** What the failed request has drawn. */
const DRAWN_TOKENS = 100;

let steps: ChatSteps;
let drawing: ReturnType<typeof createDrawSteps>;
/** Of another process: its commits do not wait for ours. */
let other: WritableRecords;
beforeAll(async () => {
  steps = await ChatSteps.open();
  drawing = createDrawSteps(steps.deps);
  other = await openRecords(steps.stores.settings.MONGODB_DATABASE);
});
afterEach(async () => {
  jest.restoreAllMocks();
  await steps.records.judgingPauses.deleteMany({});
  await expectSound(steps.records);
});
afterAll(async () => {
  await other.close();
  await steps.close();
});

/** The draw of a request that its seller failed. */
async function failedDraw() {
  const { records } = steps;
  const accountId = await fundedAccount(records, 10n * DEPOSIT);
  const askId = await placedAsk(records, {
    capacityTokens: LOT_TOKENS,
    sellerId: await steps.seller(),
  });
  const terms = { accountId, askId, quantityTokens: LOT_TOKENS };
  const { contractId, lotId } = await boughtTicket(records, terms);
  const order = await steps.order({ accountId, contractId, modelId: MODEL });
  const fill = fillOf(await drawing.draw(order, uuidV7(), false));
  return { order, fill, lotId, lot: () => records.lots.findOne({ _id: lotId }) };
}

/** The event takes place after the default has read all that it decides on. */
function afterRead(event: () => Promise<unknown>): jest.SpyInstance {
  const { judgingPauses } = steps.records;
  const aggregate = judgingPauses.aggregate.bind(judgingPauses);
  const spy = jest.spyOn(judgingPauses, 'aggregate');
  return spy.mockImplementationOnce((pipeline, options) => {
    const cursor = aggregate<JudgingPauseDocument>(pipeline, options);
    const toArray = cursor.toArray.bind(cursor);
    cursor.toArray = async () => {
      const found = await toArray();
      await event();
      return found;
    };
    return cursor;
  });
}

const pause = (sellerId: string) =>
  notePause(steps.records.judgingPauses, {
    id: uuidV7(),
    windowMs: 1e3,
    lastsMs: 6e4,
    failing: 3,
    answering: 3,
    sellerIds: [sellerId],
  });

test('keeps the lot when the draw is settled meanwhile', async () => {
  const { fill, lot } = await failedDraw();
  const spy = afterRead(() => other.ledger.settleFill(settlement(fill.fillId, 40)));
  expect(await drawing.defaultLot(fill)).toBe(true);
  expect(spy).toHaveBeenCalled();
  expect(await lot()).toMatchObject({ status: 'open', drawnTokens: 40, refundedTokens: 0 });
});

test('keeps the lot when the draw is released meanwhile', async () => {
  const { fill, lot } = await failedDraw();
  const { fillId } = fill;
  afterRead(() => other.ledger.releaseFill({ fillId, reason: 'refused' }));
  expect(await drawing.defaultLot(fill)).toBe(true);
  expect(await lot()).toMatchObject({ status: 'open', remainingTokens: LOT_TOKENS });
});

test('pays for what nobody drew when the window ends meanwhile', async () => {
  const { fill, lotId, lot } = await failedDraw();
  const { lots, ledger } = steps.records;
  const ended = async () => {
    const endsAt = await ledger.capacity.now();
    await lots.updateOne({ _id: lotId }, { $set: { endsAt } });
  };
  afterRead(ended);
  expect(await drawing.defaultLot(fill)).toBe(true);
  expect(await lot()).toMatchObject({
    status: 'expired',
    paidTokens: LOT_TOKENS - DRAWN_TOKENS,
    refundedTokens: DRAWN_TOKENS,
  });
});

test('keeps the lot when judging pauses meanwhile, and defaults when it is over', async () => {
  const { fill, lot, order } = await failedDraw();
  afterRead(() => pause(fill.sellerId));
  expect(await drawing.defaultLot(fill)).toBe(false);
  expect(await lot()).toMatchObject({ status: 'open', reservedTokens: DRAWN_TOKENS });
  await steps.records.judgingPauses.deleteMany({});
  expect(await drawing.defaultLot(fill)).toBe(true);
  expect(await lot()).toMatchObject({ status: 'defaulted', refundedTokens: LOT_TOKENS });
  await createMatchSteps(steps.deps).unmatch(order.orderId, 'test');
});

test('refunds what is left when another request draws meanwhile', async () => {
  const { fill, lotId, lot } = await failedDraw();
  afterRead(() => draw(other, lotId, 300));
  expect(await drawing.defaultLot(fill)).toBe(true);
  expect(await lot()).toMatchObject({
    status: 'defaulted',
    reservedTokens: 300,
    refundedTokens: LOT_TOKENS - 300,
  });
});

test('refunds once, however often and wherever the step runs', async () => {
  const { fill, lot } = await failedDraw();
  const both = await Promise.all([drawing.defaultLot(fill), drawing.defaultLot(fill)]);
  expect([...both, await drawing.defaultLot(fill)]).toEqual([true, true, true]);
  expect(await lot()).toMatchObject({ status: 'defaulted', refundedTokens: LOT_TOKENS });
});
