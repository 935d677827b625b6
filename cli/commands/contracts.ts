/** What a buyer has bought ahead. */
import type { Command } from 'commander';
import { contextOf, pageQuery, segment, withPaging } from '../context';
import { printList, printRecord } from '../output';

export function addContractCommands(program: Command): void {
  const contracts = program
    .command('contracts')
    .description('capacity that a buyer has bought ahead');

  withPaging(
    contracts.command('list').description('contracts of the account, newest first'),
  ).action(async (options: object, command: Command) => {
    const { client, output } = contextOf(command, 'buyer');
    const answer = await client.call('GET', `/market/v1/contracts${pageQuery(options)}`);
    printList(output, answer, 'contracts', [
      'contract_id',
      'model_id',
      'tenor',
      'remaining',
      'quantity',
      'price',
      'status',
      'expires_at',
    ]);
  });

  contracts
    .command('show <contract_id>')
    .description('a contract with its lots and windows')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'buyer');
      printRecord(output, await client.call('GET', `/market/v1/contracts/${segment(id)}`));
    });
}
