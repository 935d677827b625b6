/** Which of many workflows run, asked of a real server. */
import { randomUUID } from 'node:crypto';
import { connectTemporal } from '../../temporal/connection';
import { runningOf } from '../../temporal/running-workflows';
import { testSettings } from '../support/environment';

test('of a page of workflows those that run are found, also at once after their start', async () => {
  const temporal = await connectTemporal(await testSettings());
  const { workflow } = temporal.client;
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const started = ids.slice(0, 5);
  const handles = await Promise.all(
    // No worker polls this queue: the workflows wait.
    started.map((workflowId) =>
      workflow.start('contractOrder', { workflowId, taskQueue: workflowId }),
    ),
  );
  expect([...(await runningOf(temporal.client, ids))].sort()).toEqual([...started].sort());
  await handles[0]!.terminate();
  const left = [...started.slice(1)].sort();
  // The search may be seconds behind: it ends by itself, because rounds go on.
  let found: string[] = [];
  while (found.join() !== left.join()) found = [...(await runningOf(temporal.client, ids))].sort();
  await Promise.all(handles.slice(1).map((handle) => handle.terminate()));
  await temporal.close();
});
