/**
 * Outcomes of parts, kept in a file for each size, so that a run of hours can be interrupted and go on.
 * Each is of a commit: it says nothing about another state of the product.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {import('./run-part.mjs').Outcome & { date: string, commit: string }} KeptOutcome `date` as YYYY-MM-DD */

export class KeptOutcomes {
  #file;
  /** @type {Map<string, KeptOutcome>} */
  #byName = new Map();

  /** @param {{ folder: string, size: string, commits: readonly string[] }} of those of other commits are left out */
  constructor({ folder, size, commits }) {
    this.#file = join(folder, `${size}.json`);
    for (const outcome of read(this.#file) ?? []) {
      if (commits.includes(outcome.commit)) this.#byName.set(outcome.name, outcome);
    }
  }

  /** @returns {KeptOutcome | undefined} also of a part that was violated: going on does not try it again */
  of(name) {
    return this.#byName.get(name);
  }

  /** @param {KeptOutcome} outcome instead of an earlier one of the same part */
  keep(outcome) {
    this.#byName.set(outcome.name, outcome);
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(this.#file, `${JSON.stringify([...this.#byName.values()], null, 2)}\n`);
  }
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (err) {
    if (err.code === 'ENOENT') return null;
    throw err;
  }
}
