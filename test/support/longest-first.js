/** The order of the test files: the longest first, so that none of them runs alone at the end. */
const { readFileSync } = require('node:fs');
const { join, relative } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const ROOT = join(__dirname, '..', '..');
/** Seconds by file, as measured once; `record-durations.mjs` makes them anew. */
const DURATIONS = JSON.parse(readFileSync(join(__dirname, 'durations.json'), 'utf8'));

/** What a file takes at least, with its start. */
const SHORTEST_S = 3;
const seconds = ({ path }) => DURATIONS[relative(ROOT, path)] ?? 0;

module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...tests].sort((a, b) => seconds(b) - seconds(a) || a.path.localeCompare(b.path));
  }

  /** Parts that take about the same time: each file goes to the part that has the least so far. */
  shard(tests, { shardIndex, shardCount }) {
    const parts = Array.from({ length: shardCount }, () => ({ files: [], total: 0 }));
    for (const test of this.sort(tests)) {
      const least = parts.reduce((one, other) => (other.total < one.total ? other : one));
      least.files.push(test);
      least.total += Math.max(seconds(test), SHORTEST_S);
    }
    return parts[shardIndex - 1].files;
  }
};
