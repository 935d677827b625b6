/**
 * Reads the results that jest wrote as JSON, for `.ci/run`.
 *
 *     node setup/prove/test-results.mjs failed <results.json>     the failed files, when they are few
 *     node setup/prove/test-results.mjs count <folder> <run>...   what failed at first, and the counts
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** More files than these fail for a reason that a second run does not take away. */
const FEW = 5;

const [command, path, ...names] = process.argv.slice(2);
if (command === 'failed') printFailed(path);
else if (command === 'count') count(path, names);
else throw new Error(`No command is named ${command}`);

function printFailed(file) {
  const failed = failedIn(read(file));
  if (failed.length <= FEW) process.stdout.write(failed.map((name) => `${name}\n`).join(''));
}

/** Of a file that ran twice the second run counts; its name is printed. */
function count(folder, runs) {
  let passed = 0;
  let failed = 0;
  for (const run of runs) {
    const first = read(join(folder, `${run}.json`));
    const second = read(join(folder, `${run}-again.json`));
    if (!first) failed += 1; // the tests did not come to their end
    const repeated = new Set((second?.testResults ?? []).map((file) => file.name));
    for (const file of first?.testResults ?? []) if (!repeated.has(file.name)) add(file);
    for (const file of second?.testResults ?? []) add(file);
    for (const file of second?.testResults ?? []) {
      const outcome = file.status === 'passed' ? 'passed' : 'failed again';
      process.stdout.write(`${relative('', file.name)} failed at first, and ${outcome} alone\n`);
    }
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);

  function add({ status, assertionResults }) {
    const failures = assertionResults.filter((test) => test.status === 'failed').length;
    passed += assertionResults.filter((test) => test.status === 'passed').length;
    // A file that cannot be loaded has no tests, and fails all the same.
    failed += status === 'failed' ? Math.max(failures, 1) : failures;
  }
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

function failedIn(results) {
  const files = results?.testResults ?? [];
  return files.filter(({ status }) => status === 'failed').map(({ name }) => name);
}
