/**
 * Recorded histories replay on today's workflow code (FLOW-3). A change that breaks a run that
 * is under way fails here; `npm run histories` records anew when the change is meant and guarded.
 */
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { type WorkflowBundle, bundleWorkflows } from '../../temporal/worker';
import { historyOf, recorded, replay } from './stored';

let workflowBundle: WorkflowBundle;

beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  workflowBundle = await bundleWorkflows();
});

test('there are histories of every workflow', () => {
  const kinds = new Set(recorded.map((name) => name.split('.')[0]));
  expect([...kinds].sort()).toEqual([
    'chat-order',
    'contract-order',
    'delivery-lot',
    'order-batch',
    'reconciliation',
    'seller',
    'ticket-purchase',
    'upkeep',
  ]);
});

test.each(recorded)('%s replays', (name) => replay(workflowBundle, name));

test('a changed workflow is noticed', async () => {
  const name = 'chat-order.filled';
  const history = historyOf(name);
  const scheduled = history.events.find((event: any) => event.activityTaskScheduledEventAttributes);
  scheduled.activityTaskScheduledEventAttributes.activityType.name = 'anotherStep';
  await expect(replay(workflowBundle, name, history)).rejects.toThrow(
    /TMPRL1100|[Nn]ondeterminism/,
  );
});
