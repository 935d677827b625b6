import type { Command } from 'commander';
import { CommandError } from './command-error';
import { OPERATOR, contextOf, queryOf, segment, withPaging } from './context';
import { cell, plainTable, printRecord } from './output';

interface StatementOptions {
  readonly from?: string;
  readonly to?: string;
  readonly sort?: string;
  readonly csv?: boolean;
  readonly limit?: string;
  readonly cursor?: string;
}

interface Statement {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly next_cursor: string | null;
  readonly has_more: boolean;
}

const COLUMNS = ['created_at', 'kind', 'amount', 'balance'];
/** Shown below the line they belong to: in columns they would exceed the width of a terminal. */
const DETAILS = ['reference', 'order_id', 'fill_id', 'contract_id', 'lot_id', 'reason'];
/** Width of a detail, so that the table stays within 80 columns. */
const DETAIL_WIDTH = 70;

/** `statement <id>`: journal lines with the balance after each, as a table, as JSON or as CSV. */
export function addStatementCommand(parent: Command, owner: 'account' | 'seller'): void {
  withPaging(
    parent
      .command(`statement <${owner}_id>`)
      .description('journal lines with opening and closing balance')
      .option('--from <time>', 'RFC 3339; from this time, inclusive')
      .option('--to <time>', 'RFC 3339; until this time, exclusive')
      .option('--sort <order>', 'newest or oldest first; oldest by default')
      .option('--csv', 'the whole statement as CSV'),
  ).action(async (id: string, options: StatementOptions, command: Command) => {
    const { client, output } = contextOf(command, 'operator');
    const path = `${OPERATOR}/${owner}s/${segment(id)}/statement`;
    if (options.csv) {
      if (output.json) throw new CommandError('Either --csv or --json.');
      const query = queryOf({ from: options.from, to: options.to, format: 'csv' });
      return client.stream(`${path}${query}`, (text) => void process.stdout.write(text));
    }
    const { from, to, sort, limit, cursor } = options;
    const answer = await client.call('GET', `${path}${queryOf({ from, to, sort, limit, cursor })}`);
    if (output.json) return printRecord(output, answer);
    const { lines, next_cursor, has_more, ...head } = answer as Statement;
    printRecord(output, { ...head, has_more });
    printLines(lines, next_cursor);
  });
}

function printLines(lines: Statement['lines'], nextCursor: string | null): void {
  const table = plainTable(COLUMNS);
  for (const line of lines) {
    table.push(COLUMNS.map((column) => cell(line[column])));
    const details = DETAILS.filter((name) => line[name] != null).flatMap((name) =>
      wrapped(`  ${name} ${String(line[name])}`),
    );
    if (details.length > 0) table.push([{ colSpan: COLUMNS.length, content: details.join('\n') }]);
  }
  console.log(lines.length === 0 ? 'no lines' : table.toString());
  if (nextCursor) console.log(`more: --cursor ${nextCursor}`);
}

/** Wraps at `DETAIL_WIDTH` and indents further lines; cuts a longer word. */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > DETAIL_WIDTH) {
    const space = rest.lastIndexOf(' ', DETAIL_WIDTH);
    const end = space > DETAIL_WIDTH / 2 ? space : DETAIL_WIDTH;
    lines.push(rest.slice(0, end));
    rest = `    ${rest.slice(end).trimStart()}`;
  }
  return [...lines, rest];
}
