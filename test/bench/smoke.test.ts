import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CALLERS, MOST_CALLERS, ROWS } from '../../bench/chat/rows';
import { ROWS as CONTRACT_ROWS } from '../../bench/contracts/rows';
import { type Report, renderReport } from '../../bench/report';
import { memoryFolder } from '../support/memory-folder';

const ROOT = join(__dirname, '..', '..');
const SMALLEST = ['--rounds', '1', '--requests', '1', '--seconds', '0.1', '--without-others'];

/** How fast anything is decides nothing here: only that everything was measured, and answered rightly. */
async function run(...argv: string[]): Promise<Report> {
  // A folder of its own, so that it does not meet a benchmark that somebody runs by hand.
  const folder = await memoryFolder('tokenbook-smoke-');
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, 'setup', 'bench.mjs'), ...argv, '--json', ...SMALLEST],
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

test('the benchmark measures every row, and nothing goes wrong under its load', async () => {
  const report = await run();
  for (const goal of report.goals) {
    expect(goal).toEqual({
      name: expect.any(String),
      value: expect.any(Number),
      range: [expect.any(Number), expect.any(Number)],
      goal: expect.any(String),
      reached: expect.any(Boolean),
    });
  }
  expect(report.goals.length).toBeGreaterThanOrEqual(5);

  const measured = report.rows.map(({ name, callers }) => `${name} at ${callers}`);
  // With one caller there is no difference between one buyer and many.
  const wanted = CALLERS.flatMap((callers) =>
    Object.values(ROWS)
      .filter((name) => callers > 1 || name !== ROWS.hotBuyer)
      .filter((name) => callers === MOST_CALLERS || name !== ROWS.slowSeller)
      .map((name) => `${name} at ${callers}`),
  );
  expect(measured.sort()).toEqual(wanted.sort());
  expect(report.rows.filter(({ requests }) => requests === 0)).toEqual([]);

  const printed = renderReport(report);
  const named = [...report.rows, ...report.comparisons, ...report.goals];
  expect(named.filter(({ name }) => !printed.includes(name))).toEqual([]);
}, 240_000);

test('the benchmark of contracts buys ahead and draws in every row, and the ledger adds up', async () => {
  const report = await run('contracts');
  expect(new Set(report.rows.map(({ name }) => name))).toEqual(
    new Set(Object.values(CONTRACT_ROWS)),
  );
  expect(report.rows.filter(({ requests }) => requests === 0)).toEqual([]);
  expect(report.goals).toHaveLength(2);
}, 480_000); // on a busy machine it waits between its cells

test('the benchmark of the engine measures every row of the smallest book, and restarts it', async () => {
  const report = await run('engine');
  expect(report.goals.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'reserve, exec time against idem, 1k asks',
      'restart to the first reservation, 1k asks, seconds',
      'every version visible at a follower, p99, 1k asks, ms',
    ]),
  );
}, 240_000);
