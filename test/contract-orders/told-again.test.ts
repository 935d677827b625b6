/** Fills of a resting order, while Temporal is unavailable: the relay tells them as soon as it is back. */
import { buildRelay } from '../../processes/relay-parts';
import type { Temporal } from '../../temporal/connection';
import { until } from '../support/wait';
import { Steps } from './steps';

let steps: Steps;
beforeAll(async () => {
  steps = await Steps.open();
});
afterAll(() => steps.close());

test('a fill that could not be told is told again', async () => {
  const order = await steps.order();
  await steps.activities.workOrder(order);
  const told: string[] = [];
  let refused = 0;
  const signalWithStart = (_type: string, options: { args: [{ orderId: string }] }) => {
    if (refused < 2) {
      refused += 1;
      return Promise.reject(new Error('Temporal is away'));
    }
    told.push(options.args[0].orderId);
    return Promise.resolve();
  };
  const client = {
    withDeadline: (_at: number, work: () => Promise<void>) => work(),
    workflow: { signalWithStart },
  };
  const temporal = { client } as unknown as Pick<Temporal, 'client'>;
  const { relay } = buildRelay(steps.stores, temporal, () => Promise.resolve());
  relay.start();
  try {
    await steps.ask(400); // the resting order buys it
    await until(() => told.length > 0, { what: 'the fill to be told', timeoutMs: 20_000 });
  } finally {
    await relay.stop();
  }
  expect(refused).toBe(2);
  expect(new Set(told)).toEqual(new Set([order.orderId]));
}, 40_000);
