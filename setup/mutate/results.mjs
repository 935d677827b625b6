/** The results of earlier runs, each valid until its mutation, the mutated file or a test changes. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** Kept with the sources: to make all mutations takes hours. */
const FILE = join(ROOT, 'test', 'mutations', 'results.json');

/**
 * @typedef {{
 *   kind: 'caught' | 'survived' | 'broken' | 'unsound',
 *   by?: string,
 *   failed?: readonly string[],
 * }} Result
 *   `by`: the file of the test that failed; `failed`: its title; `broken`: the mutated code cannot be
 *   loaded; `unsound`: the test fails without the mutation
 */
export class Results {
  constructor() {
    this.known = readKnown();
  }

  /** @returns {Result | null} */
  of(mutation) {
    const entry = this.known[mutation.id];
    return entry?.stamp === stampOf(mutation) ? entry.result : null;
  }

  keep(mutation, result) {
    this.known = readKnown(); // another run may have written
    this.known[mutation.id] = { stamp: stampOf(mutation), result };
    writeFileSync(FILE, `{\n${linesOf(this.known).join(',\n')}\n}\n`);
  }
}

/** One line for each mutation, so that a change of one result changes one line. */
function linesOf(known) {
  return Object.entries(known)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([id, entry]) => `  ${JSON.stringify(id)}: ${JSON.stringify(entry)}`);
}

function readKnown() {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

function stampOf({ file, find, replace, tests }) {
  const texts = [file, ...tests.map((path) => join('test', path))].map((path) =>
    readFileSync(join(ROOT, path), 'utf8'),
  );
  return createHash('sha256')
    .update(JSON.stringify([find, replace, ...texts]))
    .digest('hex')
    .slice(0, 16);
}
