/**
 * A change of a workflow needs a patch marker (docs/internals/workflows.md): without one every recorded
 * history refuses to replay, with one every one of them goes on.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { DefaultLogger, Runtime, Worker, bundleWorkflowCode } from '@temporalio/worker';

const FOLDER = join(__dirname, 'histories');
const recorded = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));

let unguarded: { code: string };
let guarded: { code: string };
beforeAll(async () => {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
  unguarded = await bundleWorkflowCode({
    workflowsPath: require.resolve('./changed-workflows'),
    logger: new DefaultLogger('ERROR'),
  });
  guarded = { code: unguarded.code.replace('GUARDED = false', 'GUARDED = true') };
  expect(guarded.code).not.toBe(unguarded.code);
});

function replay(name: string, workflowBundle: { code: string }): Promise<void> {
  const history = historyFromJSON(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')));
  return Worker.runReplayHistory({ workflowBundle, replayName: name }, history);
}

test.each(recorded)('%s does not replay on a workflow changed without a marker', async (name) => {
  await expect(replay(name, unguarded)).rejects.toThrow(/TMPRL1100|[Nn]ondeterminism/);
});

test.each(recorded)('%s replays on a workflow changed behind a marker', async (name) => {
  await replay(name, guarded);
});
