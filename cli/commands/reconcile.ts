import type { Command } from 'commander';
import { pc } from '../colours';
import { type CommandContext, OPERATOR, contextOf, withPaging } from '../context';
import { EXIT_CODES } from '../exit-codes';
import { printDone, printList } from '../output';
import { withProgress } from '../progress';
import { searchQuery } from '../query';

/** When all records were checked, for how long, and how many journals there were. */
interface FullCheck {
  readonly as_of: string;
  readonly duration_ms: number | null;
  readonly journals: number | null;
  readonly violations: number;
}

interface Report {
  /** Of `status` only; null before the first. */
  readonly full?: FullCheck | null;
  readonly as_of: string | null;
  readonly violations: number;
  readonly invariants: readonly {
    readonly id: string;
    readonly name: string;
    readonly status: string;
    readonly samples: readonly string[];
    /** The kind of ids in the samples. */
    readonly samples_of: string;
    readonly error: string | null;
  }[];
}

export function addReconcileCommands(program: Command): void {
  const reconcile = program.command('reconcile').description('the invariants of the records');

  reconcile
    .command('status')
    .description('the newest results')
    .action(async (_options: object, command: Command) => {
      const context = contextOf(command, 'operator');
      report(context, await context.client.call('GET', `${OPERATOR}/reconciliation`));
    });

  reconcile
    .command('run')
    .description('check every invariant now; exit code 1 unless all hold')
    .option('--full', 'over all records: with years of records it takes long')
    .action(async (options: { full?: boolean }, command: Command) => {
      const context = contextOf(command, 'operator');
      const query = options.full ? '?extent=all' : '';
      const run = context.client.call('POST', `${OPERATOR}/reconciliation/runs${query}`);
      report(context, await withProgress('checking every invariant', run));
    });

  withPaging(reconcile.command('history').description('past checks, newest first'))
    .option('--invariant <id>', 'with the result of this invariant, such as I3')
    .action(async (options: Record<string, string>, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call(
        'GET',
        `${OPERATOR}/reconciliation/runs${searchQuery(options)}`,
      );
      const columns = [
        'as_of',
        'trigger',
        'extent',
        'duration_ms',
        'violations',
        'unchecked',
        'run_id',
      ];
      const withOne = options['invariant'] === undefined ? columns : [...columns, 'invariants'];
      printList(output, answer, 'runs', withOne);
    });
}

function report({ output }: CommandContext, answer: unknown): void {
  const { as_of: asOf, violations, invariants, full } = answer as Report;
  printList(output, answer, 'invariants', ['id', 'status', 'violations', 'duration_ms']);
  // An invariant that could not be checked may be violated.
  const broken = invariants.filter(({ status }) => status !== 'ok');
  if (broken.length > 0) process.exitCode = EXIT_CODES.failed.code;
  if (output.json || asOf === null) return;
  for (const { id, name, status, samples, samples_of: of, error } of broken) {
    console.log(`${pc.red(`${id} ${status}`)} ${name}`);
    if (error !== null) console.log(`  could not be checked: ${error}`);
    for (const sample of samples) console.log(`  ${of} ${sample}`);
  }
  const sentence = `${violations} violations, as of ${asOf}`;
  if (broken.length > 0) console.log(`${pc.red('not sound')} ${sentence}`);
  else printDone(output, answer, sentence);
  if (full !== undefined) console.log(pc.dim(fullCheckLine(full)));
}

function fullCheckLine(full: FullCheck | null): string {
  if (full === null) return 'all records: not checked yet';
  const seconds = ((full.duration_ms ?? 0) / 1_000).toFixed(1);
  const read = `${full.journals ?? 0} journals in ${seconds} s`;
  return `all records: ${full.violations} violations, ${read}, as of ${full.as_of}`;
}
