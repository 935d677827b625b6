import type { Command } from 'commander';
import { OPERATOR, contextOf, withPaging } from '../context';
import { printList } from '../output';
import { searchQuery } from '../query';

export function addAuditCommands(program: Command): void {
  withPaging(
    program
      .command('audit')
      .description("the record of the operators' changes")
      .command('list')
      .description('changes with reason and outcome, newest first')
      .option('--action <name>', 'only this operation, such as updateBook')
      .option('--target <id>', 'only this account, seller or instrument')
      .option('--from <time>', 'RFC 3339; from this time, inclusive')
      .option('--to <time>', 'RFC 3339; until this time, exclusive'),
  ).action(async (options: Record<string, string>, command: Command) => {
    const { client, output } = contextOf(command, 'operator');
    const answer = await client.call('GET', `${OPERATOR}/audit${searchQuery(options)}`);
    printList(output, answer, 'actions', ['at', 'action', 'target', 'outcome', 'reason']);
  });
}
