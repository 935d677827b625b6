/**
 * A change of a workflow needs a patch marker (docs/internals/workflows.md): without one every recorded
 * history refuses to replay, with one every one of them goes on.
 */
import { DefaultLogger, Runtime, bundleWorkflowCode } from '@temporalio/worker';
import { recorded, replay } from './stored';

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

test.each(recorded)('%s does not replay on a workflow changed without a marker', async (name) => {
  await expect(replay(unguarded, name)).rejects.toThrow(/TMPRL1100|[Nn]ondeterminism/);
});

test.each(recorded)('%s replays on a workflow changed behind a marker', async (name) => {
  await replay(guarded, name);
});
