/** The outcomes of pauses as a table for people. */
import Table from 'cli-table3';
import type { Tally } from './loads';
import type { Outcome } from './pauses';

export function tableOf(outcomes: readonly Outcome[]): string {
  const table = new Table({
    head: ['paused', 'for', 'load', 'sent', 'answers', 'slowest', 'all over after', 'left behind'],
    style: { head: [], border: [] },
  });
  for (const { paused, seconds, tallies, closedAfterMs, faults } of outcomes) {
    const rows = [...tallies];
    for (const [at, [load, tally]] of rows.entries()) {
      const isFirst = at === 0;
      table.push([
        isFirst ? paused : '',
        isFirst ? `${seconds} s` : '',
        load,
        tally.sent,
        answersOf(tally),
        secondsOf(tally.slowestMs),
        isFirst ? secondsOf(closedAfterMs) : '',
        isFirst ? faults.join('\n') || 'nothing' : '',
      ]);
    }
  }
  return table.toString();
}

function answersOf({ statuses }: Tally): string {
  return [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} x ${status || 'broken off'}`)
    .join(', ');
}

function secondsOf(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
