/**
 * `npm run adversaries`: each adversary attacks a running market beside honest buyers and sellers,
 * measured first without it. Prints one row each, and fails when any honest participant was wronged.
 */
import { ADVERSARIES } from './cast';
import { type Row, faultsOf } from './row';
import { Stage } from './stage';
import { renderTable } from './table';

const {
  ADVERSARIES_ONLY: only = '',
  ADVERSARIES_SECONDS = '10',
  ADVERSARIES_NODE_OPTIONS: NODE_OPTIONS = '',
  ADVERSARIES_JSON,
} = process.env;
const seconds = Number.parseInt(ADVERSARIES_SECONDS, 10);
const run = {
  seconds,
  secondsWithout: seconds,
  scale: 1,
  /** Together a fraction of what two processors serve, so that what is measured is the adversary. */
  honestBuyers: 3,
  pace: { atOnce: 32, repeats: 0 },
};
const WARM_UP_SECONDS = 15;
const names = only === '' ? ADVERSARIES.map(({ name }) => name) : only.split(',');

test(
  `${names.length} adversaries`,
  async () => {
    const chosen = names.map((name) => ADVERSARIES.find((adversary) => adversary.name === name));
    const known = ADVERSARIES.map(({ name }) => name).join(', ');
    if (chosen.includes(undefined)) throw new Error(`Adversaries are ${known}`);
    const stage = await Stage.open({}, { NODE_OPTIONS });
    const rows: Row[] = [];
    try {
      await stage.warmUp(WARM_UP_SECONDS, run);
      for (const adversary of chosen) {
        process.stderr.write(`${adversary!.name}: ${adversary!.does}\n`);
        rows.push(await stage.play([adversary!], run));
        process.stderr.write(renderTable(rows.slice(-1)));
      }
      await stage.exchange.expectExact();
    } finally {
      await stage.close();
    }
    process.stdout.write(ADVERSARIES_JSON ? `${JSON.stringify(rows)}\n` : renderTable(rows));
    expect(rows.flatMap((row) => faultsOf(row).map((fault) => `${row.name}: ${fault}`))).toEqual(
      [],
    );
  },
  2 ** 31 - 1,
);
