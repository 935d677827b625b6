/**
 * `npm run prove`: runs the simulator, the faults and the kills at one of three sizes, and prints a
 * report. The exit code is 1 when a promise was violated.
 */
import { execFileSync } from 'node:child_process';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { bootstrap } from '../bootstrap.mjs';
import { KeptOutcomes } from './kept.mjs';
import { partsOf, SIZES } from './parts.mjs';
import { renderReport } from './report.mjs';
import { Interrupted, runPart } from './run-part.mjs';

const HELP = `npm run prove                      small: about fifteen minutes on two processors
npm run prove -- --size medium     some hours
npm run prove -- --size large      a night and more

  --size NAME    ${SIZES.join(', ')}
  --only NAMES   some of the parts, separated by commas
  --continue     without the parts that have ended at this commit and size, whatever they found
  --since COMMIT parts that have ended at this earlier commit, or at one behind it, have ended

  The report goes to standard output, and names the commit of each part that has ended.`;

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'small' },
    only: { type: 'string', default: '' },
    continue: { type: 'boolean', default: false },
    since: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(`${HELP}\n`);
else {
  process.exitCode = await main().catch((err) => {
    if (err instanceof Interrupted) return 130;
    throw err;
  });
}

/** @returns the exit code */
async function main() {
  if (!SIZES.includes(values.size)) throw new Error(`--size is one of ${SIZES.join(', ')}`);
  const only = values.only.split(',').filter(Boolean);
  const all = partsOf(values.size);
  const parts = all.filter(({ name }) => only.length === 0 || only.includes(name));
  if (parts.length === 0) throw new Error(`No part is named ${values.only}`);
  await bootstrap();
  const commits = commitsSince(values.since);
  const [commit] = commits;
  const kept = new KeptOutcomes({ folder: '.tokenbook/prove', size: values.size, commits });
  for (const part of parts) {
    if (values.continue && kept.of(part.name)) continue;
    const outcome = await runPart(part);
    const found =
      outcome.violations.length > 0 ? outcome.violations.join('; ') : 'nothing violated';
    process.stderr.write(`${part.name}: ${found}, ${outcome.seconds} s\n`);
    kept.keep({ ...outcome, commit, date: new Date().toISOString().slice(0, 10) });
  }
  const outcomes = all.flatMap(({ name }) => kept.of(name) ?? []);
  process.stdout.write(renderReport({ size: values.size, commit, machine: machine(), outcomes }));
  return outcomes.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

/** This commit; and before it, from the newest on, those back to the named one. */
function commitsSince(since) {
  const git = (...args) => execFileSync('git', args).toString().trim();
  const commit = git('rev-parse', '--short=8', 'HEAD');
  if (since === '') return [commit];
  const between = git('rev-list', '--abbrev-commit', '--abbrev=8', `${since}..HEAD`);
  return [commit, ...between.split('\n'), git('rev-parse', '--short=8', since)];
}

function machine() {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} processors and ${gigabytes} GB, Node.js ${process.version}`;
}
