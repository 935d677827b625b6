import type { Command } from 'commander';
import { OPERATOR, contextOf } from '../context';
import { printList } from '../output';
import { searchQuery } from '../query';

export function addRefusalsCommand(program: Command): void {
  program
    .command('refusals')
    .description('refused requests by error code and hour, or day (operator)')
    .option('--days <count>', 'until now, 1 to 30; more than two are counted by day')
    .action(async (options: Record<string, string>, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const answer = await client.call('GET', `${OPERATOR}/refusals${searchQuery(options)}`);
      printList(output, answer, 'refusals', ['at', 'surface', 'code', 'count']);
    });
}
