import type { Command } from 'commander';
import { CommandError } from '../command-error';
import { confirm } from '../confirmation';
import { OPERATOR, contextOf, segment } from '../context';
import { printList, printRecord } from '../output';
import { withProgress } from '../progress';

interface BookOptions {
  readonly all?: boolean;
  readonly yes?: boolean;
  readonly tenor?: string;
  readonly reason?: string;
}

const COLUMNS = ['model_id', 'tenor', 'status', 'reason'];
const BOOKS = `${OPERATOR}/books`;

export function addBookCommands(program: Command): void {
  const books = program.command('books').description('order books, their rebuild and their halt');

  books
    .command('list')
    .description('all books')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      printList(output, await client.call('GET', BOOKS), 'books', COLUMNS);
    });

  const halt = books
    .command('halt [model_id]')
    .description('stop the matching of a book; resting orders can still be cancelled')
    .requiredOption('--reason <text>', 'why it is stopped');
  withScope(halt, 'every open book of the exchange').action(changeBooks(true));

  const resume = books
    .command('resume [model_id]')
    .description('resume the matching of a book')
    .option('--reason <text>', 'why it goes on; kept in the audit');
  withScope(resume, 'every book that was halted with --all').action(changeBooks(false));

  books
    .command('rebuild <model_id>')
    .description('rebuild a book from the records; orders keep their places, a halt stays')
    .option('--tenor <tenor>', 'spot by default')
    .option('--reason <text>', 'why; kept in the audit')
    .action(async (modelId: string, options: BookOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const path = `${OPERATOR}/books/${segment(modelId)}/rebuilds`;
      const rebuilt = client.call('POST', path, options);
      printRecord(output, await withProgress('rebuilding the book', rebuilt));
    });

  for (const [word, halted, description] of [
    ['halt-all', true, 'stop the matching of every book of an instrument'],
    ['resume-all', false, 'resume the matching of every book of an instrument'],
  ] as const) {
    const command = books.command(`${word} <model_id>`).description(description);
    if (halted) command.requiredOption('--reason <text>', 'why it is stopped');
    else command.option('--reason <text>', 'why it goes on; kept in the audit');
    command.action(async (modelId: string, { reason }: BookOptions, given: Command) => {
      const { client, output } = contextOf(given, 'operator');
      const path = `${OPERATOR}/instruments/${segment(modelId)}`;
      const answer = await client.call('PATCH', path, bodyOf(halted, { reason }));
      printList(output, answer, 'books', COLUMNS);
    });
  }
}

function withScope(command: Command, all: string): Command {
  return command
    .option('--tenor <tenor>', 'spot by default')
    .option('--all', `${all}; asks for a confirmation`)
    .option('--yes', 'do not ask');
}

/** One book, or all of them after a confirmation. */
function changeBooks(halted: boolean) {
  return async (modelId: string | undefined, options: BookOptions, command: Command) => {
    const { all = false, tenor, reason } = options;
    if (all === (modelId !== undefined) || (all && tenor !== undefined)) {
      throw new CommandError('Name one book, or all with --all.');
    }
    const { client, output } = contextOf(command, 'operator');
    if (modelId !== undefined) {
      const body = bodyOf(halted, { reason, tenor });
      return printRecord(output, await client.call('PATCH', `${BOOKS}/${segment(modelId)}`, body));
    }
    const question = halted
      ? 'Stop the matching of every open book?'
      : 'Resume every book that was halted with --all?';
    await confirm(question, options);
    const answer = await client.call('PATCH', BOOKS, bodyOf(halted, { reason }));
    printList(output, answer, 'books', COLUMNS);
  };
}

function bodyOf(halted: boolean, given: Readonly<Record<string, string | undefined>>): object {
  const fields = Object.entries(given).filter(([, value]) => value !== undefined);
  return { halted, ...Object.fromEntries(fields) };
}
