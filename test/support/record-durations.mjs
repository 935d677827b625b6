/** Writes `durations.json` from the results that `npm test -- --json --outputFile=<path>` wrote. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
/** Shorter tests need no position in the order. */
const SHORTEST_S = 3;

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const durations = testResults
  .map(({ name, startTime, endTime }) => [relative(ROOT, name), (endTime - startTime) / 1_000])
  .filter(([, seconds]) => seconds >= SHORTEST_S)
  .map(([name, seconds]) => [name, Math.round(seconds)])
  .sort(([, a], [, b]) => b - a);
writeFileSync(
  join(HERE, 'durations.json'),
  `${JSON.stringify(Object.fromEntries(durations), null, 2)}\n`,
);
