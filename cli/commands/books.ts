import type { Command } from 'commander';
import { OPERATOR, contextOf, segment } from '../context';
import { printList, printRecord } from '../output';

interface BookOptions {
  readonly tenor?: string;
  readonly reason?: string;
}

const COLUMNS = ['model_id', 'tenor', 'status', 'reason'];

export function addBookCommands(program: Command): void {
  const books = program.command('books').description('order books, and the halt of one');

  books
    .command('list')
    .description('all books')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call('GET', `${OPERATOR}/books`);
      printList(output, answer, 'books', COLUMNS);
    });

  books
    .command('halt <model_id>')
    .description('stop the matching of a book; resting orders can still be cancelled')
    .requiredOption('--reason <text>', 'why it is stopped')
    .option('--tenor <tenor>', 'spot by default')
    .action(async (modelId: string, options: BookOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const body = { ...options, halted: true };
      printRecord(
        output,
        await client.call('PATCH', `${OPERATOR}/books/${segment(modelId)}`, body),
      );
    });

  books
    .command('resume <model_id>')
    .description('resume the matching of a book')
    .option('--tenor <tenor>', 'spot by default')
    .action(async (modelId: string, options: BookOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const body = { ...options, halted: false };
      printRecord(
        output,
        await client.call('PATCH', `${OPERATOR}/books/${segment(modelId)}`, body),
      );
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
      const body = { halted, ...(reason === undefined ? {} : { reason }) };
      const path = `${OPERATOR}/instruments/${segment(modelId)}`;
      printList(output, await client.call('PATCH', path, body), 'books', COLUMNS);
    });
  }
}
