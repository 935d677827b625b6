/** The operator's hand on delivery lots. */
import type { Command } from 'commander';
import { OPERATOR, contextOf, segment } from '../context';
import { printDone } from '../output';

interface VoidOptions {
  readonly reason: string;
  readonly default?: true;
}

interface VoidedLot {
  readonly refund: string;
  readonly reserved: number;
}

export function addLotCommands(program: Command): void {
  const lots = program.command('lots').description('tokens sold ahead, for operators');

  lots
    .command('void <lot_id>')
    .description('end a lot during its window: what was not drawn is refunded to the buyer')
    .requiredOption('--reason <text>', 'recorded, and shown to buyer and seller')
    .option('--default', 'it also stands as a default on the record of the seller')
    .action(async (id: string, options: VoidOptions, command: Command) => {
      const { client, output } = contextOf(command, 'operator');
      const body = { reason: options.reason, default: options.default ?? false };
      const path = `${OPERATOR}/lots/${segment(id)}/void`;
      const answer = (await client.call('POST', path, body)) as VoidedLot;
      const { refund, reserved } = answer;
      const underWay =
        reserved > 0 ? ` ${reserved} tokens are under way; what is unused follows.` : '';
      printDone(output, answer, `${refund} USD were refunded to the buyer.${underWay}`);
    });
}
