/** A batch only records what a gateway does: cancelling it ends no chat, and it says so. */
import { until } from '../support/wait';
import { WorkflowStage } from './workflow-stage';

const orders = [{ orderId: 'one' }];

let stage: WorkflowStage;
let release: () => void = () => undefined;
let dispatched = 0;
const settled: string[] = [];
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/order-batch'));
  await stage.work({
    recordMatches: () => ({ fills: [] }),
    watchAttempts: async () => {
      dispatched += 1;
      await new Promise<void>((resolve) => (release = resolve));
      return { ended: 1 };
    },
    recordEnds: (orderIds: string[]) => {
      settled.push(...orderIds);
      return { orders: [{ orderId: 'one', status: 'filled', usedTokens: 5, fillId: 'fill' }] };
    },
    continueOrders: () => [],
  });
});
afterAll(() => stage.close());

test('a cancelled batch records the end of its orders, and says that they were not cancelled', async () => {
  const { taskQueue } = stage;
  const run = await stage.start('orderBatch', {
    orders,
    taskQueue,
    heartbeatMs: 60_000,
    namesDeeds: true,
  });
  await until(() => dispatched === 1, { what: 'the dispatch', timeoutMs: 20_000 });
  await run.cancel();
  const detailsOf = async () =>
    (await run.query<{ currentDetails: string }>('__temporal_workflow_metadata')).currentDetails;
  const isNoted = async () => (await detailsOf()).includes('only records');
  await until(isNoted, { what: 'the note', timeoutMs: 20_000 });
  const { events } = await run.fetchHistory();
  const cancelsIt = (events ?? []).some(
    (event) => event.activityTaskCancelRequestedEventAttributes,
  );
  expect(cancelsIt).toBe(false);
  release();
  expect(await run.result()).toMatchObject({ filled: 1 });
  expect(settled).toEqual(['one']);
  expect(await detailsOf()).toContain('only records');
}, 60_000);
