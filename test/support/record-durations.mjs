/** Writes `durations.json` from the files that `npm test` and `npm run test:slow` wrote with `-- --json --outputFile=<path>`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
/** Shorter tests need no position in the order. */
const SHORTEST_S = 3;

const testResults = process.argv
  .slice(2)
  .flatMap((path) => JSON.parse(readFileSync(path, 'utf8')).testResults);
const durations = testResults
  .map(({ name, startTime, endTime }) => [relative(ROOT, name), (endTime - startTime) / 1_000])
  .filter(([, seconds]) => seconds >= SHORTEST_S)
  .map(([name, seconds]) => [name, Math.round(seconds)])
  .sort(([, a], [, b]) => b - a);
writeFileSync(
  join(HERE, 'durations.json'),
  `${JSON.stringify(Object.fromEntries(durations), null, 2)}\n`,
);
