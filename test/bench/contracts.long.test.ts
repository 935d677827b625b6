/** The benchmark of contracts, as small as possible: on a busy machine it waits between its cells. */
import { ROWS } from '../../bench/contracts/rows';
import { runBenchmark } from './run-benchmark';

test('the benchmark of contracts buys ahead and draws in every row, and the ledger adds up', async () => {
  const report = await runBenchmark('contracts');
  expect(new Set(report.rows.map(({ name }) => name))).toEqual(new Set(Object.values(ROWS)));
  expect(report.rows.filter(({ requests }) => requests === 0)).toEqual([]);
  expect(report.goals).toHaveLength(2);
}, 480_000);
