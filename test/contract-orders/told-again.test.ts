/** Fills of a resting order, while Temporal is unavailable: the relay tells them as soon as it is back. */
import { Client, Connection } from '@temporalio/client';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import { buildRelay } from '../../processes/relay-parts';
import { until } from '../support/wait';
import { Steps } from './steps';

let steps: Steps;
let connection: Connection;
beforeAll(async () => {
  steps = await Steps.open();
  connection = await Connection.connect({ address: steps.stores.settings.temporalAddress });
});
afterAll(async () => {
  await connection.close();
  await steps.close();
});

test('a fill that could not be told is told again', async () => {
  const order = await steps.order();
  await steps.activities.workOrder(order);
  const client = new Client({ connection });
  const signals = jest
    .spyOn(client.workflow, 'signalWithStart')
    .mockRejectedValueOnce(new Error('Temporal is away'))
    .mockRejectedValueOnce(new Error('Temporal is away'));
  const { TOKENBOOK_DEPLOYMENT: deployment } = steps.stores.settings;
  const run = client.workflow.getHandle(contractOrderWorkflowId(deployment, order.orderId));
  const isTold = async () => {
    const { events } = await run.fetchHistory();
    const [signal] = events!.flatMap(
      (event) => event.workflowExecutionSignaledEventAttributes ?? [],
    );
    return signal?.signalName === 'orderFilled';
  };
  const { relay } = buildRelay(steps.stores, { client }, () => Promise.resolve());
  relay.start();
  try {
    await steps.ask(400); // the resting order buys it
    await until(isTold, { what: 'the fill to be told', timeoutMs: 20_000 });
  } finally {
    await relay.stop();
  }
  expect(signals.mock.calls.length).toBeGreaterThan(2);
}, 40_000);
