/** `npm run prove`: it runs what exists, and its report hides nothing. */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(__dirname, '..', '..');

/** What an expression is, in a module with these imports. */
async function evaluate(imports: string, expression: string): Promise<any> {
  const program = `${imports}; process.stdout.write(JSON.stringify(${expression}))`;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT });
  return JSON.parse(stdout);
}

const PARTS = `import { partsOf, SIZES } from './setup/prove/parts.mjs'`;
const RUN = `import { resultsOf } from './setup/prove/run-part.mjs'`;
const KEPT = `import { KeptOutcomes } from './setup/prove/kept.mjs'`;
const REPORT = `import { renderReport } from './setup/prove/report.mjs'`;

test('every part names test files that exist, and the largest size has all parts', async () => {
  const sizes: { name: string; files: string[] }[][] = await evaluate(PARTS, 'SIZES.map(partsOf)');
  const exists = (file: string) => {
    const named = new RegExp(`^${basename(file).replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
    const entries = readdirSync(join(ROOT, dirname(file)), { withFileTypes: true });
    return entries.some((entry) => entry.isFile() && named.test(entry.name));
  };
  const missing = sizes.flat().flatMap(({ files }) => files.filter((file) => !exists(file)));
  expect(missing).toEqual([]);
  const names = sizes.map((parts) => parts.map(({ name }) => name));
  expect(names[0]!.length).toBeGreaterThan(0);
  for (const fewer of names) expect(names.at(-1)).toEqual(expect.arrayContaining(fewer));
});

test.each([
  ['the tests did not start', null],
  ['there was no test', { testResults: [] }],
  [
    'a file could not be loaded',
    { testResults: [{ status: 'failed', assertionResults: [], name: 'a' }] },
  ],
  [
    'a promise',
    {
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { status: 'failed', fullName: 'a promise' },
            { status: 'passed', fullName: 'another' },
          ],
        },
      ],
    },
  ],
])('counts as a violation: %s', async (violation, report) => {
  const given = report === null ? 'null' : `JSON.stringify(${JSON.stringify(report)})`;
  expect((await evaluate(RUN, `resultsOf(${given})`)).violations).toEqual([violation]);
});

test('shows violations before everything else', async () => {
  const run = {
    size: 'small',
    commit: 'abc',
    machine: 'a machine',
    outcomes: [
      {
        name: 'Clocks',
        promise: 'Stand.',
        date: '2026-02-01',
        passed: 2,
        violations: [],
        evidence: [],
        seconds: 6,
        commit: 'abc',
      },
      {
        date: '2026-01-31',
        name: 'Network',
        promise: 'Holds.',
        passed: 1,
        seconds: 90,
        commit: 'aaa',
        violations: ['redis silent'],
        evidence: [
          {
            kind: 'network',
            name: 'redis silent, 2 s',
            answered: 5,
            refused: 2,
            healedAfterMs: 1234,
          },
        ],
      },
    ],
  };
  const report: string = await evaluate(REPORT, `renderReport(${JSON.stringify(run)})`);
  expect(report).toContain('from 2026-01-31 to 2026-02-01, at abc');
  expect(report).toContain('**Violations: 1.**');
  expect(report.indexOf('- Network: redis silent')).toBeLessThan(report.indexOf('| Part |'));
  expect(report).toContain('| Network | Holds. | 2 tests | 1 | 1.5 min | aaa |');
  expect(report).toContain('| redis silent, 2 s | 5 | 2 | 1.2 s |');
});

test('goes on behind the parts that have ended at these commits, also those that were violated', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokenbook-kept-'));
  try {
    const open = (commits: string[]) =>
      `new KeptOutcomes({ folder: '${folder}/new', size: 'medium', commits: ${JSON.stringify(commits)} })`;
    const kept = (...commits: string[]) =>
      evaluate(
        KEPT,
        `['Network', 'Clocks', 'Engine'].map((name) => ${open(commits)}.of(name) ?? null)`,
      );
    expect(await kept('abc')).toEqual([null, null, null]);
    const network = { name: 'Network', violations: ['redis silent'], commit: 'abc' };
    const clocks = { name: 'Clocks', violations: [], commit: 'def' };
    for (const outcome of [network, clocks])
      await evaluate(KEPT, `${open(['def', 'abc'])}.keep(${JSON.stringify(outcome)}) ?? null`);
    expect(await kept('def', 'abc')).toEqual([network, clocks, null]);
    expect(await kept('def')).toEqual([null, clocks, null]);
    expect(await kept('abc')).toEqual([network, null, null]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a part that somebody ends says nothing', async () => {
  const part = { name: 'Money', promise: 'Adds up.', files: ['test/market/money.test.ts'] };
  const outcome = await evaluate(
    `import { Interrupted, runPart } from './setup/prove/run-part.mjs';
     const running = runPart({ ...${JSON.stringify(part)}, variables: {} });
     const stop = () => (process.listenerCount('SIGTERM') ? process.kill(process.pid, 'SIGTERM') : setTimeout(stop, 1));
     stop()`,
    `await running.then(({ violations }) => violations, (err) => err instanceof Interrupted)`,
  );
  expect(outcome).toBe(true);
});
