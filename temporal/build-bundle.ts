/**
 * Build step: bundles the workflows next to the compiled worker, so that processes start quickly.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleWorkflows } from './worker';

async function main(): Promise<void> {
  const { code } = await bundleWorkflows();
  writeFileSync(join(__dirname, 'workflow-bundle.js'), code);
}

main().catch((err: unknown) => {
  process.stderr.write(`${String(err)}\n`);
  process.exitCode = 1;
});
