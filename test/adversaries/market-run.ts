/**
 * `npm run adversaries`: measures honest load without and with each adversary. Prints a row for each;
 * fails when an honest participant was refused, charged or blamed wrongly.
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
  /** A fraction of the capacity of two processors, so that the adversary determines the result. */
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
    stage.lowerBackground();
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
