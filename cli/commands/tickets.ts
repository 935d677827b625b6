/** Tickets: capacity bought at once, or the credential of a contract. */
import type { Command } from 'commander';
import { CommandError } from '../command-error';
import { contextOf, queryOf, segment, withPaging } from '../context';
import { printList, printRecord } from '../output';
import { wholeNumber } from '../values';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { limitFor } from '../price-limit';

interface CreateOptions {
  readonly model?: string;
  readonly tokens?: number;
  readonly maxPrice?: GivenPrice;
  readonly region?: string;
  readonly tenor?: string;
  readonly ttl?: number;
  readonly contract?: string;
}

interface ListOptions {
  readonly status?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

const TOKENS_MAX = 1_000_000_000_000;

export function addTicketCommands(program: Command): void {
  const tickets = program.command('tickets').description('capacity to redeem with chats');

  tickets
    .command('create')
    .description(
      'buy a ticket from one seller at once, or get the credential of a contract. The credential is shown once; "tokenbook chat --ticket" uses it',
    )
    .option('--model <model>', 'instrument to buy')
    .option('--tokens <count>', 'tokens to buy', wholeNumber(1, TOKENS_MAX))
    .option(
      '--max-price <price>',
      `highest price, ${PRICE_FORMS}; without a unit per 1,000`,
      priceIn('perThousand'),
    )
    .option('--region <region>', 'pins the place of execution')
    .option('--tenor <tenor>', 'spot by default')
    .option(
      '--ttl <seconds>',
      'how long a spot ticket is valid; 3,600 by default',
      wholeNumber(60, 86_400),
    )
    .option('--contract <contract_id>', 'the credential of this contract; without other options')
    .action(async (options: CreateOptions, command: Command) => {
      const { client, output } = contextOf(command, 'buyer');
      const { model, maxPrice } = options;
      const limit =
        model !== undefined && maxPrice ? await limitFor(client, model, maxPrice) : maxPrice?.value;
      const body = bodyOf(options, limit);
      printRecord(output, await client.call('POST', '/buyer/v1/tickets', body));
    });

  withPaging(
    tickets
      .command('list')
      .description('tickets of the account, newest first')
      .option('--status <status>', 'active, exhausted, expired or defaulted'),
  ).action(async (given: ListOptions, command: Command) => {
    const { client, output } = contextOf(command, 'buyer');
    const answer = await client.call('GET', `/buyer/v1/tickets${queryOf({ ...given })}`);
    printList(output, answer, 'tickets', [
      'ticket_id',
      'model',
      'price',
      'remaining_tokens',
      'reserved_tokens',
      'quantity_tokens',
      'status',
      'expires_at',
    ]);
  });

  tickets
    .command('show <ticket_id>')
    .description('a ticket and what is left of it')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'buyer');
      printRecord(output, await client.call('GET', `/buyer/v1/tickets/${segment(id)}`));
    });
}

function bodyOf(
  { model, tokens, region, tenor, ttl, contract }: CreateOptions,
  maxPrice: string | undefined,
): object {
  if (contract === undefined && (model === undefined || tokens === undefined)) {
    throw new CommandError('A ticket needs --model and --tokens, or --contract.');
  }
  return {
    ...(contract === undefined ? {} : { contract_id: contract }),
    ...(model === undefined ? {} : { model }),
    ...(tokens === undefined ? {} : { quantity_tokens: tokens }),
    ...(maxPrice === undefined ? {} : { max_price: maxPrice }),
    ...(region === undefined ? {} : { region }),
    ...(tenor === undefined ? {} : { tenor }),
    ...(ttl === undefined ? {} : { ttl_seconds: ttl }),
  };
}
