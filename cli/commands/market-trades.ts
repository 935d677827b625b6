import type { Command } from 'commander';
import { type Follower, type Trade, followBook } from '../book-stream';
import { pc } from '../colours';
import { contextOf, queryOf, segment } from '../context';
import { grouped } from '../draw/bars';
import { untilInterrupted } from '../interruption';
import { printJson } from '../output';
import { perMillion } from '../prices';
import { jsonLines } from './market-book';

interface TradesOptions {
  readonly follow?: boolean;
  readonly region?: string;
  readonly tenor?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

interface TradeList {
  readonly trades: readonly Trade[];
  readonly next_cursor: string | null;
}

export function addTradesCommand(market: Command): void {
  market
    .command('trades <model>')
    .description('past trades, newest first; with --follow those to come')
    .option('--follow', 'trades as they happen instead, one line each, until Ctrl-C')
    .option('--region <region>', 'trades of one region')
    .option('--tenor <tenor>', 'spot by default')
    .option('--from <time>', 'not before, such as 2026-01-31T12:00:00Z')
    .option('--to <time>', 'before')
    .option('--limit <count>', 'trades per page, 1 to 500; 100 by default')
    .option('--cursor <cursor>', 'start after the page that returned this cursor')
    .action(async (model: string, _options: TradesOptions, command: Command) => {
      const options = command.optsWithGlobals<TradesOptions>();
      if (options.follow) return followTrades(model, options, command);
      const { client, output } = contextOf(command, 'anyone');
      const { region, tenor, from, to, limit, cursor } = options;
      const query = queryOf({ region, tenor, from, to, limit, cursor });
      const path = `/market/v1/markets/${segment(model)}/trades${query}`;
      const page = (await client.call('GET', path)) as TradeList;
      if (output.json) return printJson(page);
      if (page.trades.length === 0) console.log(pc.dim('no trades'));
      page.trades.forEach(printTrade);
      if (page.next_cursor) console.log(pc.dim(`more: --cursor ${page.next_cursor}`));
    });
}

async function followTrades(
  model: string,
  { region, tenor }: TradesOptions,
  command: Command,
): Promise<void> {
  const { client, output } = contextOf(command, 'anyone');
  const view = { model, ...(region ? { region } : {}), ...(tenor ? { tenor } : {}) };
  const json = jsonLines();
  const follower: Follower = {
    reading: output.json ? 'exact' : 'line',
    snapshot: () => undefined,
    trade: output.json ? json.trade : printTrade,
    disconnected: output.json
      ? json.disconnected
      : (waitMs: number) => console.error(`disconnected, again in ${waitMs} ms`),
    resumed: output.json
      ? json.resumed
      : () =>
          console.error('connected again; without --follow the trades of the meantime are listed'),
  };
  await followBook(client.url, view, follower, untilInterrupted());
}

function printTrade({ timestamp, taker_side: side, quantity, price, region }: Trade): void {
  const text = `${side === 'bid' ? 'buy ' : 'sell'} ${grouped(quantity).padStart(13)} at ${perMillion(price)}/M`;
  const colour = side === 'bid' ? pc.cyan : pc.yellow;
  console.log(`${new Date(timestamp).toISOString()}  ${colour(text)}  ${region}`);
}
