/** Offers of a seller. */
import type { Command } from 'commander';
import { contextOf, segment } from '../context';
import { printDone, printList, printRecord } from '../output';
import { wholeNumber } from '../values';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';

interface PostOptions {
  readonly model: string;
  readonly price: GivenPrice;
  readonly tokens: number;
  readonly region: string;
  readonly seconds: number;
  readonly tenor?: string;
}

const TOKENS_MAX = 1_000_000_000_000;
const DEFAULT_SECONDS = 600;
const SECONDS_MAX = 315_360_000; // ten years

export function addOfferCommands(program: Command): void {
  const offers = program.command('offers').description('offers of a seller');

  offers
    .command('list')
    .description('active offers')
    .action(async (_options: object, command: Command) => {
      const { client, output } = contextOf(command, 'seller');
      printList(output, await client.call('GET', '/seller/v1/offers'), 'offers', [
        'offer_id',
        'model',
        'region',
        'price_per_million_tokens',
        'remaining_tokens',
        'expires_at',
      ]);
    });

  offers
    .command('post')
    .description('offer tokens of an instrument')
    .requiredOption('--model <model>', 'one of the registered models')
    .requiredOption(
      '--price <price>',
      `price, ${PRICE_FORMS}; without a unit per million`,
      priceIn('perMillion'),
    )
    .requiredOption('--tokens <count>', 'tokens to offer', wholeNumber(1, TOKENS_MAX))
    .requiredOption('--region <region>', 'where they are generated')
    .option(
      '--seconds <seconds>',
      'how long it is valid',
      wholeNumber(1, SECONDS_MAX),
      DEFAULT_SECONDS,
    )
    .option('--tenor <tenor>', 'spot by default')
    .action(
      async ({ model, price, tokens, region, seconds, tenor }: PostOptions, command: Command) => {
        const { client, output } = contextOf(command, 'seller');
        const body = {
          model,
          region,
          price_per_million_tokens: price.value,
          quantity_tokens: tokens,
          valid_for_seconds: seconds,
          ...(tenor === undefined ? {} : { tenor }),
        };
        printRecord(output, await client.call('POST', '/seller/v1/offers', body));
      },
    );

  offers
    .command('cancel <offer_id>')
    .description('withdraw what is left of an offer; sold tokens stay sold')
    .action(async (id: string, _options: object, command: Command) => {
      const { client, output } = contextOf(command, 'seller');
      const answer = await client.call('DELETE', `/seller/v1/offers/${segment(id)}`);
      printDone(output, answer, `offer ${id} is withdrawn.`);
    });
}
