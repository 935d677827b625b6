import type { Command } from 'commander';
import { contextOf, segment } from '../context';
import { pc } from '../colours';
import { printRecord } from '../output';

type Details = Readonly<Record<string, unknown>>;

export function addOrderCommands(program: Command): void {
  program
    .command('orders')
    .description('outcomes of requests')
    .command('show <id>')
    .description(
      'the details of an order, fill, contract, lot or ticket: attempts, journals, workflow',
    )
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command);
      const details = await client.call('GET', `/orders/${segment(id)}`);
      printRecord(output, details);
      if (!output.json) printLeftOut(details as Details);
    });
}

/** Reports truncated lists: a long list shows its newest entries and their total. */
function printLeftOut(details: Details): void {
  for (const [name, items] of Object.entries(details)) {
    const total = details[`${name}_total`];
    if (!Array.isArray(items) || typeof total !== 'number') continue;
    if (total <= items.length) continue;
    const one = name === 'draws' ? 'of a single lot: tokenbook orders show <lot id>' : '';
    console.log(pc.dim(`${name}: the newest ${items.length} of ${total}  ${one}`));
  }
}
