/** The benchmarks of chats and of the engine, as small as possible; contracts are in the long file. */
import { CALLERS, MOST_CALLERS, ROWS } from '../../bench/chat/rows';
import { renderReport } from '../../bench/report';
import { runBenchmark } from './run-benchmark';

test('the benchmark measures every row, and nothing goes wrong under its load', async () => {
  const report = await runBenchmark();
  for (const goal of report.goals) {
    expect(goal).toEqual({
      name: expect.any(String),
      value: expect.any(Number),
      range: [expect.any(Number), expect.any(Number)],
      goal: expect.any(String),
      reached: expect.any(Boolean),
    });
  }
  expect(report.goals.length).toBeGreaterThanOrEqual(5);

  const measured = report.rows.map(({ name, callers }) => `${name} at ${callers}`);
  // With one caller there is no difference between one buyer and many.
  const wanted = CALLERS.flatMap((callers) =>
    Object.values(ROWS)
      .filter((name) => callers > 1 || name !== ROWS.hotBuyer)
      .filter((name) => callers === MOST_CALLERS || name !== ROWS.slowSeller)
      .map((name) => `${name} at ${callers}`),
  );
  expect(measured.sort()).toEqual(wanted.sort());
  expect(report.rows.filter(({ requests }) => requests === 0)).toEqual([]);

  const printed = renderReport(report);
  const named = [...report.rows, ...report.comparisons, ...report.goals];
  expect(named.filter(({ name }) => !printed.includes(name))).toEqual([]);
}, 240_000);

test('the benchmark of the engine measures every row of the smallest book, and restarts it', async () => {
  const report = await runBenchmark('engine');
  expect(report.goals.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'reserve, exec time against idem, 1k asks',
      'restart until the log is loaded, 1k asks, seconds',
      'every version visible at a follower, p99, 1k asks, ms',
    ]),
  );
}, 240_000);
