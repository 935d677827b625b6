/** Runs a benchmark as small as possible. */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Report } from '../../bench/report';
import { memoryFolder } from '../support/memory-folder';

const ROOT = join(__dirname, '..', '..');
const SMALLEST = ['--rounds', '1', '--requests', '1', '--seconds', '0.1', '--without-others'];

/** How fast anything is decides nothing here: only that everything was measured, and answered rightly. */
export async function runBenchmark(...argv: string[]): Promise<Report> {
  // A folder of its own, so that it does not meet a benchmark that somebody runs by hand.
  const folder = await memoryFolder('tokenbook-smoke-');
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'setup', 'prove', 'bench.mjs'), ...argv, '--json', ...SMALLEST],
      { env: { ...process.env, TMPDIR: folder }, maxBuffer: 16_000_000 },
    );
    const report = JSON.parse(stdout) as Report;
    expect(report.problems).toEqual([]);
    expect(report.goals.filter(({ value }) => !Number.isFinite(value))).toEqual([]);
    return report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
