import type { Command } from 'commander';
import { contextOf, segment } from '../context';
import { printRecord } from '../output';

export function addOrderCommands(program: Command): void {
  program
    .command('orders')
    .description('what became of a request')
    .command('show <id>')
    .description('the whole story of an order or a fill: attempts, journals, workflow')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command);
      printRecord(output, await client.call('GET', `/orders/${segment(id)}`));
    });
}
