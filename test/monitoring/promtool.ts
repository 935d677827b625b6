/** Prometheus's tool: that of the system, else built once from its pinned source. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtProgram } from '../support/go-program';

const PROMTOOL = {
  name: 'promtool',
  command: 'github.com/prometheus/prometheus/cmd/promtool',
  version: 'v0.312.0',
  // Without the clients of clouds, which rules do not need.
  flags: ['-tags', 'remove_all_sd'],
};

/** @returns the executable; null where there is none, and no Go to build it with */
export async function findPromtool(): Promise<string | null> {
  const isInstalled = await promisify(execFile)('promtool', ['--version']).then(
    () => true,
    () => false,
  );
  return isInstalled ? 'promtool' : builtProgram(PROMTOOL);
}
