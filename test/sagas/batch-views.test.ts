/** What the operator reads of a batch of orders: how each ended, and why one goes on in a workflow of its own. */
import type { WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { WorkflowStage } from './workflow-stage';

const ORDERS = ['filled', 'refused', 'open'].map((status) => ({ orderId: `the-${status}-one` }));
const ENDS = [
  { status: 'filled', usedTokens: 5, fillId: 'fill' },
  { status: 'refused', refusal: 'bid_timeout' },
  { status: 'open' },
].map((end, at) => ({ ...ORDERS[at], ...end }));

let stage: WorkflowStage;
let isLost = false;
/** What the records say of the open order. */
let open = {};
const continued: unknown[] = [];
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/order-batch'));
  await stage.work({
    recordMatches: () => ({ fills: [] }),
    watchAttempts: () => {
      if (isLost) throw ApplicationFailure.nonRetryable('The gateway is gone');
      return { ended: 2 };
    },
    recordEnds: () => ({ orders: [...ENDS.slice(0, 2), { ...ENDS[2], ...open }] }),
    continueOrders: (input: { orderIds: string[] }) => {
      continued.push(...input.orderIds);
      return input.orderIds;
    },
  });
});
afterAll(() => stage.close());

const viewOf = async (run: WorkflowHandle) =>
  (await run.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;

test.each([
  [1, '1 order at the sellers'],
  [2, '2 orders at the sellers'],
])('the activity of %i at the sellers is summarised as "%s"', async (count, summary) => {
  const { taskQueue } = stage;
  const orders = ORDERS.slice(0, count);
  const run = await stage.start('orderBatch', {
    orders,
    taskQueue,
    heartbeatMs: 5_000,
    namesDeeds: true,
  });
  await run.result();
  const { events = [] } = await run.fetchHistory();
  const scheduled = events?.find(
    ({ activityTaskScheduledEventAttributes: activity }) =>
      activity?.activityType?.name === 'watchAttempts',
  );
  const data = scheduled?.userMetadata?.summary?.data;
  expect(JSON.parse(Buffer.from(data!).toString())).toBe(summary);
});

test.each([
  ['takes long', {}, 'it takes longer than this batch is watched'],
  [
    'had a seller that failed',
    { failed: [{ seller_id: 'cheap', attempts: 1, reason: 'status', status: 500 }] },
    'cheap answered with status 500',
  ],
  ['lost its gateway', { isLost: true }, 'its gateway was lost'],
])('an order that %s says so', async (_what, parts, why) => {
  ({ isLost = false, ...open } = parts as never);
  continued.length = 0;
  const { taskQueue } = stage;
  const batch = {
    orders: ORDERS,
    taskQueue,
    heartbeatMs: 5_000,
    watchedMs: 5_000,
    namesDeeds: true,
  };
  const run = await stage.start('orderBatch', batch);
  const openOnes = ['the-open-one'];
  expect(await run.result()).toEqual({ filled: 1, refused: 1, continued: openOnes });
  expect(continued).toEqual(openOnes);
  const view = await viewOf(run);
  const rows = view.split('\n').map((row) => row.replace(/\[(.*?)\]\(.*?\)/g, '$1'));
  expect(rows).toEqual(
    expect.arrayContaining([
      '| the-filled-one | **filled**, 5 tokens, fill fill |  |',
      '| the-refused-one | **refused** | bid_timeout |',
      `| the-open-one | continues in its own workflow | ${why} |`,
    ]),
  );
});
