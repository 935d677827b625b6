/** A cancellation that arrives while the history of its order is so long that another run is due. */
import { randomUUID } from 'node:crypto';
import { until } from '../support/wait';
import { WorkflowStage } from './workflow-stage';

/** From this many events on Temporal suggests to continue as new. */
const LONG_HISTORY = 4_096;
const AT_ONCE = 256;

let stage: WorkflowStage;
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/contract-order'));
});
afterAll(() => stage.close());

test('it is answered by the run that took it: the fills are recorded, and the rest is released', async () => {
  const orderId = randomUUID();
  const open = { status: 'open', filledTokens: 0, openTokens: 100, closedTokens: 0 };
  const recorded: unknown[] = [];
  let works = false;
  const fill = {
    fillId: 'fill',
    orderId,
    askId: 'ask',
    priceScale8: '1',
    quantityTokens: 10,
    epoch: 1,
    takerSide: 'ask',
    atMs: 1,
  };
  const order = {
    orderId,
    modelId: 'model',
    tenor: 'spot',
    region: null,
    limitPriceScale8: '1',
    quantityTokens: 100,
    timeInForce: 'GTC',
    expiresAtMs: null,
  };
  const run = await stage.start('contractOrder', order, true, []);
  for (let sent = 0; sent < LONG_HISTORY; sent += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => run.signal('orderFilled', [])));
  await run.signal('orderFilled', [fill]);
  await stage.work({
    openOrder: () => ({ kind: 'opened' }),
    workOrder: async () => {
      await until(() => works, { what: 'the cancellation' });
      return open;
    },
    recordFills: (_order: unknown, fills: unknown[]) => {
      recorded.push(...fills);
      return { ...open, filledTokens: 10, openTokens: 90, again: false };
    },
    endOrder: (_order: unknown, status: string) => ({ ...open, status, openTokens: 0 }),
  });
  const cancelling = run.executeUpdate('cancelOrder');
  await until(
    async () => {
      const { events } = await run.fetchHistory();
      return events!.some((event) => event.workflowExecutionUpdateAcceptedEventAttributes);
    },
    { what: 'the cancellation to arrive' },
  );
  works = true;
  expect(await cancelling).toBe(true);
  expect(recorded).toEqual([fill]);
  expect(await run.result()).toMatchObject({ orderId, status: 'cancelled' });
});
