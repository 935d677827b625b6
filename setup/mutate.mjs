/**
 * `npm run mutate`: makes each fault of `test/mutations/` in a copy of the project, runs the tests
 * that must notice it, and prints which faults survived. Finished results are kept in
 * `test/mutations/results.json`, until the mutation, its file or its tests change.
 */
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';
import { ScratchCopy } from './mutate/scratch-copy.mjs';
import { Results } from './mutate/results.mjs';

const HELP = `npm run mutate                            every mutation without a result: hours
npm run mutate -- --only ledger,stream    some areas
npm run mutate -- --only ledger/no-fee    one mutation
npm run mutate -- --again                 also those that have a result
npm run mutate -- --report                runs nothing, prints the results

  The exit code is 1 when a mutation without an explanation survived, or was not noticed by a test
  that can fail: its tests fail without it, too, or the mutated code cannot be loaded.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    again: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) process.stdout.write(`${HELP}\n`);
else process.exitCode = await main();

/** @returns the exit code */
async function main() {
  const require = createRequire(import.meta.url);
  require('../test/support/typescript.cjs');
  const { MUTATIONS } = require('../test/mutations/index.ts');
  const chosen = MUTATIONS.filter(({ id }) => isChosen(id));
  if (chosen.length === 0) throw new Error(`No mutation is named ${values.only}`);
  const results = new Results();
  if (!values.report) await runAll(chosen, results);
  const rows = chosen.map((mutation) => ({ mutation, result: results.of(mutation) }));
  print(rows);
  return rows.some(({ mutation, result }) => isFailure(mutation, result)) ? 1 : 0;
}

function isChosen(id) {
  const names = values.only.split(',').filter(Boolean);
  return names.length === 0 || names.some((name) => id === name || id.startsWith(`${name}/`));
}

async function runAll(chosen, results) {
  const due = chosen.filter((mutation) => values.again || !isDecided(results.of(mutation)));
  if (due.length === 0) return;
  const copy = await ScratchCopy.make();
  const soundTests = new Set();
  for (const [at, mutation] of due.entries()) {
    const result = await resultOf(mutation, copy, soundTests);
    results.keep(mutation, result);
    process.stderr.write(`${at + 1}/${due.length}  ${shown(result)}  ${mutation.id}\n`);
  }
  await copy.close();
}

/** @param soundTests those that have passed without a mutation */
async function resultOf(mutation, copy, soundTests) {
  const result = await copy.runMutated(mutation);
  if (result.kind !== 'caught' || soundTests.has(result.by)) return result;
  if ((await copy.run(result.by)).kind !== 'passed') return { kind: 'unsound', by: result.by };
  soundTests.add(result.by);
  return result;
}

/** What could not be decided is run again. */
function isDecided(result) {
  return result?.kind === 'caught' || result?.kind === 'survived';
}

function shown({ kind, by }) {
  return kind === 'caught' ? `caught by ${by}` : kind;
}

function isFailure(mutation, result) {
  if (!result) return !values.report;
  if (result.kind === 'survived') return mutation.survives === undefined;
  return result.kind !== 'caught';
}

/** Survivors and what could not be decided, with the reason; then the sums. */
function print(rows) {
  const counts = new Map();
  for (const { mutation, result } of rows) {
    const kind = result?.kind ?? 'not run';
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
    if (kind === 'caught' || kind === 'not run') continue;
    const reason = mutation.survives ? `explained: ${mutation.survives}` : mutation.harm;
    process.stdout.write(`${kind.padEnd(10)} ${mutation.id}\n           ${reason}\n`);
  }
  const sums = [...counts].map(([kind, count]) => `${count} ${kind}`);
  process.stdout.write(`${rows.length} mutations: ${sums.join(', ')}\n`);
}
