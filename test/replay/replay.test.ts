/**
 * Recorded histories replay on today's workflow code (FLOW-3). A change that breaks a run that
 * is under way fails here; `npm run histories` records anew when the change is meant and guarded.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { type WorkflowBundle, bundleWorkflows } from '../../temporal/worker';

const FOLDER = join(__dirname, 'histories');
const recorded = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

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

test.each(recorded)('%s replays', async (name) => {
  const history = historyFromJSON(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
  await Worker.runReplayHistory({ workflowBundle, replayName: name }, history);
});

test('a changed workflow is noticed', async () => {
  const name = recorded.find((file) => file.includes('filled'))!;
  const history = JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
  const scheduled = history.events.find((event: any) => event.activityTaskScheduledEventAttributes);
  scheduled.activityTaskScheduledEventAttributes.activityType.name = 'anotherStep';
  const replayed = Worker.runReplayHistory({ workflowBundle }, historyFromJSON(history));
  await expect(replayed).rejects.toThrow(/TMPRL1100|[Nn]ondeterminism/);
});
