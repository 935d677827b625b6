/** The page of limits knows each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allFiles } from '../../setup/generate/sources';

const PAGE = readFileSync(join(__dirname, '../../docs/internals/fairness.md'), 'utf8');
const QUEUES = /new (?:FairDoor|FairQueue|Places|PacedTurns|ChunkTurns)\b/;

test('every file in which somebody waits for a turn is on the page of fairness', () => {
  const missing = allFiles()
    .filter(
      ({ path, text }) => path.endsWith('.ts') && !path.startsWith('test/') && QUEUES.test(text),
    )
    .map(({ path }) => path)
    .filter((path) => !PAGE.includes(`(../../${path})`));
  expect(missing).toEqual([]);
});
