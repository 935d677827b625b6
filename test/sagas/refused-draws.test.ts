/** A request that its seller rightly refuses ends the draw, and its lot stays. */
import { randomUUID } from 'node:crypto';
import { WorkflowStage } from './workflow-stage';

const REFUSAL = { code: 'invalid_request', message: 'The seller takes no images.' };

let stage: WorkflowStage;
/** The steps that were taken, with what the order was refused for. */
const taken: unknown[] = [];
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('../../workflows/chat-order'));
  const note = (step: string) => async () => void taken.push(step);
  await stage.work({
    dispatch: async () => {
      taken.push('dispatch');
      return { kind: 'request_refused', refusal: REFUSAL };
    },
    confirmDefault: async () => true,
    defaultLot: note('defaultLot'),
    draw: async () => ({ kind: 'refused', refusal: { code: 'seller_default', message: '' } }),
    unmatch: note('unmatch'),
    refuse: async (_order: unknown, { code }: typeof REFUSAL) => {
      taken.push(code);
      return null;
    },
  });
});
afterAll(() => stage.close());

test('nobody is asked again, no seller defaults, the buyer learns what was wrong, and the operator finds it by seller and contract', async () => {
  const order = {
    orderId: randomUUID(),
    contractId: randomUUID(),
    modelId: 'model',
    excludedSellerIds: [],
    limits: {
      deadlineMs: 6e4,
      answerTimeoutMs: 45e3,
      heartbeatMs: 5e3,
    },
  };
  const ids = { orderId: order.orderId, fillId: randomUUID(), sellerId: randomUUID() };
  const fill = { ...ids, quantityTokens: 9, priceScale8: '100' };
  const run = await stage.start('chatOrder', order, {
    startedAtMs: Date.now(),
    fill,
    attempt: {
      state: 'ended',
      result: {
        kind: 'request_refused',
        refusal: REFUSAL,
      },
    },
  });
  await expect(run.result()).rejects.toThrow('Workflow execution failed');
  expect(taken).toEqual(['unmatch', REFUSAL.code]);
  expect((await run.describe()).searchAttributes).toMatchObject({
    Ids: expect.arrayContaining([fill.sellerId, fill.fillId, order.contractId]),
    Outcome: [REFUSAL.code],
  });
});
