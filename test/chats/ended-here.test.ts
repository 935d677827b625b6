/** An answer that was delivered is paid, though no workflow can be started that would see to it. */
import { OrderRunner } from '../../exchange/chat/order-runner';
import { StepFailure } from '../../exchange/chat/step-failure';
import { expectSound } from '../records/scenario';
import { type Seller, startSeller } from '../support/sellers/seller';
import { ChatSteps } from './steps';

let steps: ChatSteps;
let seller: Seller;
beforeAll(async () => {
  steps = await ChatSteps.open();
  steps.useNewBook();
  seller = await startSeller();
  await steps.ask(1_000, { sellerId: await steps.seller(seller.url) });
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await expectSound(steps.records);
  await seller.close();
  await steps.close();
});

test('the gateway that has the answer settles it itself, as soon as MongoDB answers again', async () => {
  const { ledger } = steps.records;
  const unavailable = jest.spyOn(ledger, 'settleFill');
  unavailable.mockRejectedValue(new Error('MongoDB has no primary'));
  let refusals = 0;
  const runner = new OrderRunner(steps.deps, {
    gatewayId: 'gateway',
    reserved: () => undefined,
    continueAlone: () => {
      refusals += 1;
      unavailable.mockRestore(); // MongoDB is back, and Temporal is not
      return Promise.reject(StepFailure.final('Temporal is unavailable', 'service_unavailable'));
    },
    lotEnded: () => undefined,
    onError: () => undefined, // how the order ends counts here
  });
  const order = await steps.order();
  runner.start(order);
  expect(await runner.ended(order.orderId, AbortSignal.timeout(20_000))).toBe(true);
  expect(refusals).toBe(1);
  expect(seller.requests).toHaveLength(1);
  expect(await steps.statusOf(order)).toBe('filled');
  const { paid, held } = await steps.moneyOf(order);
  expect([paid > 0n, held]).toEqual([true, 0n]);
}, 30_000);
