import { type Command, InvalidArgumentError } from 'commander';
import { pc } from '../colours';
import { outputOf } from '../context';
import { EXIT_CODES } from '../exit-codes';
import type { VerifiedDay } from '../../records/chain/verify-day';

interface VerifyOptions {
  readonly from?: string;
  readonly to?: string;
  readonly expect: ReadonlyMap<string, string>;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const EXPECTED = /^(\d{4}-\d{2}-\d{2})=([0-9a-f]{64})$/;

export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description(
      'compare the closed days of the ledger with their journals and digests, in the database of this folder. It changes nothing; exit code 1 if a day differs',
    )
    .option('--from <day>', 'first day, YYYY-MM-DD; by default the first closed one', dayOf)
    .option('--to <day>', 'last day, YYYY-MM-DD; by default the last closed one', dayOf)
    .option(
      '--expect <day=digest>',
      'a digest that you wrote down; can be repeated',
      addExpected,
      new Map<string, string>(),
    )
    .action(async (options: VerifyOptions, command: Command) => {
      const { json } = outputOf(command);
      const counted = { days: 0, differing: 0 };
      for await (const day of verified(options)) {
        counted.days += 1;
        if (day.differences.length > 0) counted.differing += 1;
        console.log(json ? JSON.stringify(day) : lineOf(day));
      }
      if (counted.differing > 0) process.exitCode = EXIT_CODES.failed.code;
      if (!json) console.log(sentenceOf(counted));
    });
}

/** Loads the database's driver only now: no other command needs it. */
async function* verified({ from, to, expect }: VerifyOptions): AsyncGenerator<VerifiedDay> {
  const [{ openDatabase }, { collectionsOf }, { verifyDays }] = await Promise.all([
    import('../database.js'),
    import('../../records/collections.js'),
    import('../../records/chain/verify-days.js'),
  ]);
  const connection = await openDatabase();
  try {
    const sources = { connection, ...collectionsOf(connection) };
    yield* verifyDays(sources, { from, to, expected: expect });
  } finally {
    await connection.close();
  }
}

function lineOf({ day, journals, digest, differences }: VerifiedDay): string {
  if (differences.length === 0) {
    return `${day}  ${pc.green('ok')}      ${journals} journals  ${digest ?? pc.dim('no digest yet')}`;
  }
  return differences
    .map(
      (difference, index) =>
        `${index === 0 ? day : ' '.repeat(day.length)}  ${pc.red('differs')} ${difference}`,
    )
    .join('\n');
}

function sentenceOf({ days, differing }: { days: number; differing: number }): string {
  if (days === 0) return pc.dim('no closed days');
  const closed = days === 1 ? '1 closed day' : `${days} closed days`;
  if (differing === 0) return `${pc.green('done')} ${closed}, and none differs`;
  return `${pc.red('not sound')} ${differing} of ${closed} differ`;
}

function dayOf(text: string): string {
  if (DAY.test(text)) return text;
  throw new InvalidArgumentError('It is a day such as 2026-08-31.');
}

function addExpected(text: string, expected: ReadonlyMap<string, string>): Map<string, string> {
  const [, day, digest] = EXPECTED.exec(text) ?? [];
  if (day && digest) return new Map([...expected, [day, digest]]);
  throw new InvalidArgumentError('It is a day and its digest, such as 2026-08-31=6b86b2...');
}
