import type { Command } from 'commander';
import { OPERATOR, contextOf, pageQuery, withPaging } from '../context';
import { cell, plainTable, printJson, printList } from '../output';
import { pc } from '../colours';
import { searchQuery } from '../query';

interface Journals {
  readonly journals: readonly {
    readonly journal_id: string;
    readonly kind: string;
    readonly created_at: string;
    readonly reason: string | null;
    readonly lines: readonly {
      readonly account: string;
      readonly phase: string;
      readonly side: string;
      readonly amount: string;
    }[];
  }[];
  readonly next_cursor: string | null;
}

export function addLedgerCommands(program: Command): void {
  const ledger = program.command('ledger').description('the journals of the exchange');
  withPaging(
    ledger
      .command('days')
      .description('volume, fees, refunds and money in and out of each closed UTC day'),
  ).action(async (options: object, command: Command) => {
    const { client, output } = contextOf(command, 'operator');
    const answer = await client.call('GET', `${OPERATOR}/money${pageQuery(options)}`);
    printList(output, answer, 'days', ['day', 'volume', 'fees', 'refunds', 'deposits', 'payouts']);
  });

  withPaging(
    ledger
      .command('search')
      .description('journals with their lines, newest first')
      .option('--account <account>', 'buyer:<id>, seller:<id>, or platform:fees and the like')
      .option('--order-id <id>', 'only journals of this order')
      .option('--kind <kind>', 'only this kind, such as refund')
      .option('--from <time>', 'RFC 3339; from this time, inclusive')
      .option('--to <time>', 'RFC 3339; until this time, exclusive')
      .option('--amount-min <amount>', 'a line has at least this amount, USD')
      .option('--amount-max <amount>', 'a line has at most this amount, USD'),
  ).action(async (options: Record<string, string>, command: Command) => {
    const { client, output } = contextOf(command, 'operator');
    const answer = await client.call('GET', `${OPERATOR}/journals${searchQuery(options)}`);
    if (output.json) return printJson(answer);
    printJournals(answer as Journals);
  });
}

/** Each journal with its lines below it. */
function printJournals({ journals, next_cursor: nextCursor }: Journals): void {
  const table = plainTable(['created_at', 'kind', 'account', 'phase', 'side', 'amount']);
  for (const { created_at: at, kind, lines, reason } of journals) {
    for (const [index, { account, phase, side, amount }] of lines.entries()) {
      const head = index === 0 ? [at, kind] : ['', ''];
      table.push([...head, account, phase, side, { content: amount, hAlign: 'right' }]);
    }
    if (reason !== null) table.push(['', { colSpan: 5, content: cell(reason) }]);
  }
  console.log(journals.length === 0 ? pc.dim('no journals') : table.toString());
  if (nextCursor) console.log(pc.dim(`more: --cursor ${nextCursor}`));
}
