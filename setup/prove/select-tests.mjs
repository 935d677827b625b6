/** Selects the tests that run before a change is pushed. */
import { modulePaths, readImportGraph } from './import-graph.mjs';

/**
 * Test files of a fast check, besides those of `test/tidy`: as many as two cores run in half a
 * minute.
 */
const MOST_TESTS = 7;

const TEST = /^test\/.*\.test\.ts$/;
/** Each reads every file of the project and takes a few seconds. */
const TIDY_TEST = /^test\/tidy\/.*\.test\.ts$/;

/** Tests start these from the build, so no import leads from them to the tests. */
const PROCESSES = ['processes/gateway.ts', 'processes/worker.ts', 'processes/relay.ts'];
/** Chats through all processes, about 20 s. */
const SMOKE_TEST = 'test/e2e/chat.test.ts';
const STARTS_PROCESSES = ['test/support/processes.ts', 'test/support/exchange.ts'];
const NEEDS_SERVERS = ['test/support/shared-servers.ts', 'test/support/servers.ts'];

/** Of `npm test`. */
const LONGER_THAN_OTHERS = new Map([
  ['test/engine/model.test.ts', 'it compares thousands of random histories, about 20 s'],
  ['test/simulation/simulation.test.ts', 'it fails at every step of a chat, about 40 s'],
]);

/** Files that are read or started instead of imported, and the files that represent them. */
const READ_BY = [
  [/^engine\/functions\//, ['engine/library.ts', 'test/engine/scenarios.test.ts']],
  [/^config\/catalog\.json$/, ['config/catalog.ts']],
  [/^workflows\/|^test\/replay\/histories\//, ['test/replay/replay.test.ts']],
  [/^workflows\//, ['test/replay/changes.slow.test.ts']],
  [/^docker-compose\.yml$/, ['test/setup/compose.test.ts', 'test/setup/observability.test.ts']],
  [/^deploy\/(?:compose|prometheus)\//, ['test/setup/observability.test.ts']],
  [/^deploy\/helm\/|^Dockerfile$/, ['test/helm/chart.test.ts']],
  [
    /^setup\/prove\/(?:check-fast|changed-files|import-graph|select-tests)\.mjs$|^\.githooks\//,
    ['test/setup/check-fast.test.ts'],
  ],
  [/^setup\/release-notes\.mjs$|^\.github\/workflows\//, ['test/setup/release.test.ts']],
];

/**
 * The tests nearest to a change by imports, as many as run within a minute. Tests that start a
 * gateway, a worker or a relay take 5 to 90 seconds each: only one of them runs. `npm run check`
 * runs all.
 * @param {readonly string[]} changed
 */
export function selectTests(changed) {
  const importersOf = readImportGraph();
  const readBy = READ_BY.filter(([pattern]) => changed.some((path) => pattern.test(path)));
  const distances = importersOf([...changed, ...readBy.flatMap(([, paths]) => paths)]);
  const withProcesses = importersOf(STARTS_PROCESSES);
  const withServers = importersOf(NEEDS_SERVERS);
  if (PROCESSES.some((path) => distances.has(path))) distances.set(SMOKE_TEST, 0);

  const related = [...distances.keys()]
    .filter((path) => TEST.test(path) && !TIDY_TEST.test(path))
    .sort((one, other) => distances.get(one) - distances.get(other) || (one < other ? -1 : 1));
  const reasonToSkip = (path) => {
    if (path === SMOKE_TEST) return null;
    if (path.endsWith('.long.test.ts')) return 'it takes minutes (npm run test:long)';
    if (path.endsWith('.slow.test.ts')) return 'it is slow (npm run test:slow)';
    if (withProcesses.has(path)) return 'it starts processes of the exchange';
    return LONGER_THAN_OTHERS.get(path) ?? null;
  };
  const fast = related.filter((path) => reasonToSkip(path) === null);
  const slow = related.filter((path) => reasonToSkip(path) !== null);
  const nearest = fast.slice(0, MOST_TESTS);
  return {
    tests: [...modulePaths().filter((path) => TIDY_TEST.test(path)), ...nearest],
    skipped: [
      ...slow.map((path) => ({ path, reason: reasonToSkip(path) })),
      ...fast.slice(MOST_TESTS).map((path) => ({ path, reason: 'others are nearer' })),
    ],
    needServers: nearest.some((path) => withServers.has(path)),
  };
}
