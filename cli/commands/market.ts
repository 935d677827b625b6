/** What is traded: no key is needed. */
import { type Command, Option } from 'commander';
import { contextOf, queryOf, segment } from '../context';
import { printRecord } from '../output';
import { type GivenPrice, PRICE_FORMS, priceIn } from '../prices';
import { wholeNumber } from '../values';
import { addBookCommand } from './market-book';
import { addCandlesCommand } from './market-candles';
import { LIST_ORDERS, type ListOptions, showMarket } from './market-list';
import { addTradesCommand } from './market-trades';

const ORDERS =
  'cheapest ask, largest saving against the list price, or most tokens in 24 hours first, or by name';

export function addMarketCommands(program: Command): void {
  const market = program
    .command('market')
    .description(
      'what is traded; needs no key. Without a further word: the instruments with their best prices',
    )
    .option('--region <region>', 'quotes of one region; all by default')
    .option('--search <text>', 'instruments whose name contains it')
    .addOption(new Option('--sort <order>', ORDERS).choices(LIST_ORDERS))
    .option('--top <count>', 'the first ones only', wholeNumber(1, 10_000))
    .action(async (options: ListOptions, command: Command) => {
      await showMarket(contextOf(command, 'anyone'), options);
    });
  addBookCommand(market);
  addCandlesCommand(market);
  addTradesCommand(market);
  addEstimateCommand(market);
}

function addEstimateCommand(market: Command): void {
  market
    .command('estimate <model>')
    .description('what an order would get now: average and worst price, and the wait for the rest')
    .requiredOption('--tokens <count>', 'tokens to buy')
    .option(
      '--limit <price>',
      `highest price, ${PRICE_FORMS}; without a unit per 1,000`,
      priceIn('perThousand'),
    )
    .option('--region <region>', 'pins the place of execution')
    .option('--tenor <tenor>', 'spot by default')
    .option('--horizon <hours>', 'for the suggested limit; 24 by default')
    .action(async (model: string, options: EstimateOptions, command: Command) => {
      const { client, output } = contextOf(command, 'anyone');
      const { tokens, limit, horizon, region, tenor } = {
        ...options,
        ...command.optsWithGlobals<EstimateOptions>(),
      };
      const query = queryOf({
        quantity: tokens,
        limit_price: limit?.value,
        horizon_hours: horizon,
        region,
        tenor,
      });
      const path = `/market/v1/markets/${segment(model)}/estimate${query}`;
      printRecord(output, await client.call('GET', path));
    });
}

interface EstimateOptions {
  readonly tokens: string;
  readonly limit?: GivenPrice;
  readonly region?: string;
  readonly tenor?: string;
  readonly horizon?: string;
}
