/** Which of many workflows run, asked of a real server. */
import { randomUUID } from 'node:crypto';
import { connectTemporal } from '../../temporal/connection';
import { runningOf } from '../../temporal/running-workflows';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

test('of a page of workflows those that run are found, also at once after their start', async () => {
  const temporal = await connectTemporal(await testSettings());
  const { workflow } = temporal.client;
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const started = ids.slice(0, 5);
  const handles = await Promise.all(
    // No worker polls this queue: the workflows wait.
    started.map((workflowId) =>
      workflow.start('contractOrder', { workflowId, taskQueue: workflowId }),
    ),
  );
  expect([...(await runningOf(temporal.client, ids))].sort()).toEqual([...started].sort());
  await handles[0]!.terminate();
  const left = started.slice(1).sort();
  // Count and search may be seconds behind.
  const isFound = async () =>
    [...(await runningOf(temporal.client, ids))].sort().join() === left.join();
  await until(isFound, { what: 'the end of a workflow to be seen' });
  await Promise.all(handles.slice(1).map((handle) => handle.terminate()));
  await temporal.close();
});
