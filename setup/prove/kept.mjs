/**
 * Outcomes of parts, kept in a file for each size, so that a run of hours can be interrupted and go on.
 * They are of one commit: a part says nothing about another state of the product.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @typedef {import('./run-part.mjs').Outcome & { date: string }} KeptOutcome `date` as YYYY-MM-DD */

export class KeptOutcomes {
  #file;
  #commit;
  /** @type {Map<string, KeptOutcome>} */
  #byName = new Map();

  /** @param {{ folder: string, size: string, commit: string }} of those of another commit are left out */
  constructor({ folder, size, commit }) {
    this.#file = join(folder, `${size}.json`);
    this.#commit = commit;
    const kept = read(this.#file);
    if (kept?.commit !== commit) return;
    for (const outcome of kept.outcomes) this.#byName.set(outcome.name, outcome);
  }

  /** @returns {KeptOutcome | undefined} also of a part that was violated: going on does not try it again */
  of(name) {
    return this.#byName.get(name);
  }

  /** @param {KeptOutcome} outcome instead of an earlier one of the same part */
  keep(outcome) {
    this.#byName.set(outcome.name, outcome);
    mkdirSync(dirname(this.#file), { recursive: true });
    const kept = { commit: this.#commit, outcomes: [...this.#byName.values()] };
    writeFileSync(this.#file, `${JSON.stringify(kept, null, 2)}\n`);
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
