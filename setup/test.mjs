/**
 * `npm test`: prepares everything, then runs jest with the given arguments. Without a file or folder
 * among them it leaves out the slow tests, which `npm run test:slow` runs.
 */
import { parseArgs } from 'node:util';
import { runJest } from './prove/run-jest.mjs';

const SLOW = '\\.slow\\.test\\.ts$';
const LONG = '\\.long\\.test\\.ts$';
/** Options whose value would look like a file. */
const VALUED = ['testNamePattern', 'testMatch', 'outputFile', 'shard', 'maxWorkers'];

const args = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args,
  strict: false,
  allowPositionals: true,
  options: {
    ...Object.fromEntries(VALUED.map((name) => [name, { type: 'string' }])),
    testNamePattern: { type: 'string', short: 't' },
  },
});
const isChosen =
  positionals.length > 0 || ['testMatch', 'testPathIgnorePatterns'].some((name) => name in values);
const ignored = isChosen ? [] : ['--testPathIgnorePatterns', '/node_modules/', LONG, SLOW];
await runJest([...args, ...ignored]);
