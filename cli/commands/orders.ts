import type { Command } from 'commander';
import { contextOf, segment } from '../context';
import { pc } from '../colours';
import { printRecord } from '../output';

type Story = Readonly<Record<string, unknown>>;

export function addOrderCommands(program: Command): void {
  program
    .command('orders')
    .description('what became of a request')
    .command('show <id>')
    .description(
      'the story of an order, fill, contract, lot or ticket: attempts, journals, workflow',
    )
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command);
      const story = await client.call('GET', `/orders/${segment(id)}`);
      printRecord(output, story);
      if (!output.json) printLeftOut(story as Story);
    });
}

/** A long story has the newest of each list, and how many there are. */
function printLeftOut(story: Story): void {
  for (const [name, items] of Object.entries(story)) {
    const total = story[`${name}_total`];
    if (!Array.isArray(items) || typeof total !== 'number') continue;
    if (total <= items.length) continue;
    const one = name === 'draws' ? 'of a single lot: tokenbook orders show <lot id>' : '';
    console.log(pc.dim(`${name}: the newest ${items.length} of ${total}  ${one}`));
  }
}
