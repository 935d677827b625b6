/** What is traded: no key is needed. */
import type { Command } from 'commander';
import { comparePrices } from '../../domain/money';
import { type CommandContext, contextOf, queryOf, segment } from '../context';
import { grouped } from '../draw/bars';
import { cell, plainTable, printJson, printRecord } from '../output';
import { type GivenPrice, PRICE_FORMS, perMillion, priceIn } from '../prices';
import { addBookCommand } from './market-book';
import { addCandlesCommand } from './market-candles';
import { addTradesCommand } from './market-trades';

interface Quote {
  readonly region: string;
  readonly best_bid: string | null;
  readonly best_ask: string | null;
  readonly last_price: string | null;
  readonly volume_24h: number;
}

interface Instrument {
  readonly model_id: string;
  readonly list_price: string | null;
  readonly quotes: readonly Quote[];
}

interface Catalog {
  readonly families: readonly { readonly instruments: readonly Instrument[] }[];
}

export function addMarketCommands(program: Command): void {
  const market = program
    .command('market')
    .description(
      'what is traded; needs no key. Without a further word: the instruments with their best prices',
    )
    .option('--region <region>', 'quotes of one region; all by default')
    .action(async (options: { region?: string }, command: Command) => {
      await showMarket(contextOf(command, 'anyone'), options.region);
    });
  addBookCommand(market);
  addCandlesCommand(market);
  addTradesCommand(market);
  addEstimateCommand(market);
}

async function showMarket({ client, output }: CommandContext, region?: string): Promise<void> {
  const catalog = (await client.call('GET', '/market/v1/markets')) as Catalog;
  if (output.json) return printJson(catalog);
  const columns = ['model', 'best bid', 'best ask', 'last price', 'list', 'tokens in 24 h'];
  const table = plainTable(columns, ['left', 'right', 'right', 'right', 'right', 'right']);
  for (const { model_id: id, list_price: list, quotes } of catalog.families.flatMap(
    ({ instruments }) => instruments,
  )) {
    const quote = combined(quotes.filter((one) => region === undefined || one.region === region));
    const { best_bid: bid, best_ask: ask, last_price: last, volume_24h: volume } = quote;
    table.push([id, ...[bid, ask, last, list].map(priceCell), grouped(volume)]);
  }
  console.log(table.toString());
  console.log('USD per million tokens. One book: tokenbook market book <model> --watch');
}

function priceCell(price: string | null): string {
  return cell(price?.split('..').map(perMillion).join('..'));
}

/** Of several regions: the best prices, all tokens, and the range of their last prices. */
function combined(quotes: readonly Quote[]): Omit<Quote, 'region'> {
  const given = (name: 'best_bid' | 'best_ask' | 'last_price') =>
    quotes.flatMap((quote) => quote[name] ?? []).toSorted(comparePrices);
  const last = [...new Set(given('last_price'))];
  return {
    best_bid: given('best_bid').at(-1) ?? null,
    best_ask: given('best_ask')[0] ?? null,
    last_price: last.length > 1 ? `${last[0]}..${last.at(-1)}` : (last[0] ?? null),
    volume_24h: quotes.reduce((sum, { volume_24h: volume }) => sum + volume, 0),
  };
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
