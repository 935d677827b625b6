/** A buyer's orders for capacity, and for the operator everything about an order. */
import { type Command, Option } from 'commander';
import { hasKey } from '../access';
import { OPERATOR, contextOf, optionsOf, queryOf, segment, withPaging } from '../context';
import { pc } from '../colours';
import { printDone, printList, printRecord } from '../output';
import { searchQuery } from '../query';
import { wholeNumber } from '../values';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { limitFor } from '../price-limit';

type Details = Readonly<Record<string, unknown>>;

const TOKENS_MAX = 1_000_000_000_000;

export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').description("a buyer's orders; outcomes of requests");

  orders
    .command('show <id>')
    .description(
      'with an operator token the details of an order, fill, contract, lot or ticket: attempts, journals, workflow; with a buyer key an own order',
    )
    .addOption(
      new Option('--as <role>', 'whose view; the operator where there is a token').choices([
        'buyer',
        'operator',
      ]),
    )
    .action(async (id: string, { as: role }: { as?: 'buyer' | 'operator' }, command: Command) => {
      const options = optionsOf(command);
      const viewer = role ?? (hasKey('operator', process.env, options) ? 'operator' : 'buyer');
      const { client, output } = contextOf(command, viewer);
      const folder = viewer === 'operator' ? `${OPERATOR}/orders` : '/market/v1/orders';
      const details = await client.call('GET', `${folder}/${segment(id)}`);
      printRecord(output, details);
      if (!output.json) printLeftOut(details as Details);
    });

  addListCommand(orders);
  addAllCommand(orders);
  addPlaceCommand(orders);

  orders
    .command('cancel <order_id>')
    .description('cancel what is not filled yet')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'buyer');
      const answer = await client.call('DELETE', `/market/v1/orders/${segment(id)}`);
      printDone(output, answer, `order ${id} is cancelled; what was filled stays bought.`);
    });
}

interface ListOptions {
  readonly model?: string;
  readonly region?: string;
  readonly status?: string;
  readonly search?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

function addListCommand(orders: Command): void {
  withPaging(
    orders
      .command('list')
      .description('orders of the account, newest first')
      .option('--model <model>', 'of one instrument')
      .option('--region <region>', 'pinned to this region')
      .option('--status <status>', 'open, partially_filled, filled, cancelled, expired or rejected')
      .option('--search <text>', 'a part of an order id, a ticket id or an instrument'),
  ).action(async ({ model, search, ...given }: ListOptions, command: Command) => {
    const { client, output } = contextOf(command, 'buyer');
    const query = queryOf({ model_id: model, q: search, ...given });
    const answer = await client.call('GET', `/market/v1/orders${query}`);
    printList(output, answer, 'orders', [
      'order_id',
      'model_id',
      'tenor',
      'price',
      'filled_quantity',
      'quantity',
      'status',
    ]);
  });
}

function addAllCommand(orders: Command): void {
  withPaging(
    orders
      .command('all')
      .description('for the operator: chats and contract orders of all accounts')
      .option('--status <status>', 'only this state, such as open')
      .option('--kind <kind>', 'chat or capacity')
      .option('--older-than <seconds>', 'only orders older than this')
      .option('--account-id <id>', 'only orders of this account')
      .option('--seller-id <id>', 'only orders with a fill of this seller')
      .option('--model-id <model>', 'only this instrument')
      .option('--request-id <id>', 'only orders of the request with this x-request-id')
      .option('--sort <order>', 'newest or oldest first'),
  ).action(async (options: Record<string, string>, command: Command) => {
    const { client, output } = contextOf(command, 'operator');
    const answer = await client.call('GET', `${OPERATOR}/orders${searchQuery(options)}`);
    printList(output, answer, 'orders', ['order_id', 'kind', 'status', 'model_id', 'created_at']);
  });
}

interface PlaceOptions {
  readonly model: string;
  readonly tokens: number;
  readonly price: GivenPrice;
  readonly region?: string;
  readonly tenor?: string;
  readonly timeInForce?: string;
  readonly expiresAt?: string;
  readonly clientOrderId?: string;
}

function addPlaceCommand(orders: Command): void {
  orders
    .command('place')
    .description('order capacity: it fills at once from the book, and the rest waits there')
    .requiredOption('--model <model>', 'instrument')
    .requiredOption('--tokens <count>', 'tokens to buy', wholeNumber(1, TOKENS_MAX))
    .requiredOption(
      '--price <price>',
      `limit, ${PRICE_FORMS}; without a unit per 1,000`,
      priceIn('perThousand'),
    )
    .option('--region <region>', 'pins the place of execution')
    .option('--tenor <tenor>', 'spot by default')
    .option('--time-in-force <rule>', 'GTC by default; IOC, FOK, or GTD with --expires-at')
    .option('--expires-at <time>', 'RFC 3339; with GTD only')
    .option('--client-order-id <text>', 'makes it safe to repeat the command')
    .action(async (options: PlaceOptions, command: Command) => {
      const { client, output } = contextOf(command, 'buyer');
      const { model, tokens, price, region, tenor, timeInForce, expiresAt, clientOrderId } =
        options;
      const body = {
        model_id: model,
        quantity: tokens,
        price: await limitFor(client, model, price),
        ...(region === undefined ? {} : { region }),
        ...(tenor === undefined ? {} : { tenor }),
        ...(timeInForce === undefined ? {} : { time_in_force: timeInForce }),
        ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        ...(clientOrderId === undefined ? {} : { client_order_id: clientOrderId }),
      };
      printRecord(output, await client.call('POST', '/market/v1/contracts', body));
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
