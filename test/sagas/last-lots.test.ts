/** The lots of an order that is filled whole at once: all get their workflows, in as many steps as it takes. */
import { randomUUID } from 'node:crypto';
import { WorkflowStage } from './workflow-stage';

const STEPS = 3;

let stage: WorkflowStage;
/** How often a step has begun the workflows of some lots. */
let begun = 0;
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/contract-order'));
  const filled = { status: 'filled', filledTokens: 100, openTokens: 0, closedTokens: 0 };
  await stage.work({
    openOrder: () => ({ kind: 'opened' }),
    workOrder: () => ({ ...filled, lotsWait: true }),
    beginLots: () => {
      begun += 1;
      return begun < STEPS;
    },
  });
});
afterAll(() => stage.close());

test('an order that has ended is done when the last of its lots has begun', async () => {
  const orderId = randomUUID();
  const run = await stage.start('contractOrder', {
    orderId,
    modelId: 'model',
    tenor: 'spot',
    region: null,
    limitPriceScale8: '1',
    quantityTokens: 100,
    timeInForce: 'GTC',
    expiresAtMs: null,
  });
  expect(await run.result()).toEqual({ orderId, status: 'filled', filledTokens: 100 });
  expect(begun).toBe(STEPS);
});
