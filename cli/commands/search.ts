import type { Command } from 'commander';
import { OPERATOR, contextOf } from '../context';
import { printList } from '../output';
import { searchQuery } from '../query';

export function addSearchCommand(program: Command): void {
  program
    .command('search <text>')
    .description(
      'anything by the beginning of its name, label or id, or by an x-request-id (operator)',
    )
    .action(async (q: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call('GET', `${OPERATOR}/search${searchQuery({ q })}`);
      printList(output, answer, 'found', ['kind', 'id', 'title', 'status', 'account_id']);
    });
}
