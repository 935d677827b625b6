/**
 * The long crash run: `npm run crash:engine -- --kills 1000 --commands 1000`. A quarter of the kills
 * leaves the log whole, the others cut it; half of them fall among many commands at once, half
 * between the parts of a matching.
 */
import { performance } from 'node:perf_hooks';
import { evidence } from '../support/evidence';
import { SEED } from '../support/random';
import { runCrashes, type CrashPlan, type CrashReport } from './crash';

const number = (name: string, otherwise: number) =>
  Number.parseInt(process.env[name] ?? `${otherwise}`, 10);
const kills = number('CRASH_KILLS', 8);
const commandsPerKill = number('CRASH_COMMANDS', 200);
const seed = number('CRASH_SEED', SEED);

const SHARES = [
  { style: 'many at once', cutBytes: 0, share: 1 / 8 },
  { style: 'many at once', cutBytes: 40_000, share: 3 / 8 },
  { style: 'in parts', cutBytes: 0, share: 1 / 8 },
  { style: 'in parts', cutBytes: 40_000, share: 3 / 8 },
] as const;

test(
  `${kills} kills`,
  async () => {
    const startedAt = performance.now();
    const reports: CrashReport[] = [];
    for (const [at, { share, ...style }] of SHARES.entries()) {
      const plan = { ...style, kills: Math.ceil(kills * share), commandsPerKill, seed: seed + at };
      reports.push(await runCrashes({ ...plan, onProgress: (report) => tell(plan, report) }));
    }
    const sum = (of: (report: CrashReport) => number) =>
      reports.reduce((total, report) => total + of(report), 0);
    const result = {
      kills: sum((report) => report.kills),
      commands: sum((report) => report.commands),
      undone: sum((report) => report.undone),
      differences: reports.flatMap((report) => report.differences),
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      seed,
    };
    process.stdout.write(`${JSON.stringify(result)}\n`);
    evidence('run', { text: `${result.kills} kills, ${result.commands} commands, seed ${seed}` });
    expect(result.differences).toEqual([]);
  },
  2 ** 31 - 1,
);

let told = 0;

function tell({ kills: all, style, cutBytes }: CrashPlan, report: CrashReport): void {
  if (report.kills === 1) told = 0;
  for (const difference of report.differences.slice(told)) process.stderr.write(`${difference}\n`);
  told = report.differences.length;
  if (report.kills % 10 !== 0 && report.kills !== all) return;
  const what = `${style}, ${cutBytes ? 'log cut' : 'log whole'}`;
  const found = `${report.undone} commands undone, ${report.differences.length} differences`;
  process.stderr.write(`${what}: ${report.kills} of ${all} kills, ${found}\n`);
}
