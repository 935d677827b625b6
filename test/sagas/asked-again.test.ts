/** How long an order whose gateway died waits for a process to ask its seller again. */
import { randomUUID } from 'node:crypto';
import { WorkflowStage } from './workflow-stage';

const DEADLINE_MS = 60_000;
const ANSWER_TIMEOUT_MS = 45_000;

let stage: WorkflowStage;
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/chat-order'));
  await stage.work({ dispatch: () => ({ kind: 'settled', unusedReturned: true }) });
});
afterAll(() => stage.close());

/** An order whose gateway died while its seller answered, so long after the order's start. */
async function waitOfNextAttempt(afterMs: number, priceScale8?: string): Promise<number> {
  const order = {
    orderId: randomUUID(),
    modelId: 'model',
    excludedSellerIds: [],
    limits: {
      deadlineMs: DEADLINE_MS,
      answerTimeoutMs: ANSWER_TIMEOUT_MS,
      heartbeatMs: 5e3,
    },
  };
  const run = await stage.start('chatOrder', order, {
    startedAtMs: Date.now() - afterMs,
    fill: {
      orderId: order.orderId,
      fillId: randomUUID(),
      sellerId: randomUUID(),
      quantityTokens: 1,
      priceScale8,
    },
    attempt: { state: 'lost' },
  });
  expect(await run.result()).toMatchObject({ orderId: order.orderId, attempts: 2 });
  const { events } = await run.fetchHistory();
  const [scheduled] = events!.flatMap(
    ({ activityTaskScheduledEventAttributes: attributes }) => attributes ?? [],
  );
  const { seconds, nanos } = scheduled!.scheduleToStartTimeout!;
  return Number(seconds) * 1_000 + Number(nanos) / 1e6;
}

test.each([0, DEADLINE_MS - 1_000, DEADLINE_MS + 1_000])(
  'after a crash a process has the time of an answer to ask the seller again, %i ms after the start',
  async (afterMs) => {
    // The seller may have answered, and be paid for: the deadline is for the first byte of the first attempt.
    expect(await waitOfNextAttempt(afterMs)).toBe(ANSWER_TIMEOUT_MS);
  },
);

test.each([undefined, 'none', '1', '-1'])(
  'a fill whose price is %j is asked for: what the history shows of it fails no task',
  async (priceScale8) => {
    expect(await waitOfNextAttempt(0, priceScale8)).toBe(ANSWER_TIMEOUT_MS);
  },
);
