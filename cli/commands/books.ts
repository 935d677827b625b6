import type { Command } from 'commander';
import { OPERATOR, contextOf, segment } from '../context';
import { printList, printRecord } from '../output';

interface BookOptions {
  readonly tenor?: string;
  readonly reason?: string;
}

export function addBookCommands(program: Command): void {
  const books = program.command('books').description('order books, and the halt of one');

  books
    .command('list')
    .description('all books')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call('GET', `${OPERATOR}/books`);
      printList(output, answer, 'books', ['model_id', 'tenor', 'status', 'reason']);
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
}
