/** The order of the test files: the longest first, so that none of them runs alone at the end. */
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const ROOT = join(__dirname, '..', '..');
/** Seconds by file, as measured once; `record-durations.mjs` makes them anew. */
const DURATIONS = JSON.parse(readFileSync(join(__dirname, 'durations.json'), 'utf8'));

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const seconds = ({ path }) => DURATIONS[relative(ROOT, path)] ?? 0;
    return [...tests].sort((a, b) => seconds(b) - seconds(a) || a.path.localeCompare(b.path));
  }
};
