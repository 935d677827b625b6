import type { Command } from 'commander';
import { followBook } from '../book-stream';
import { pc } from '../colours';
import { CommandError } from '../command-error';
import { contextOf } from '../context';
import { grouped } from '../draw/bars';
import { untilInterrupted } from '../interruption';
import { jsonLines } from './market-book';

interface TradesOptions {
  readonly follow?: boolean;
  readonly region?: string;
  readonly tenor?: string;
}

export function addTradesCommand(market: Command): void {
  market
    .command('trades <model>')
    .description('trades as they happen, one line each, until Ctrl-C')
    .option(
      '--follow',
      'required: the exchange publishes trades as they happen, and past ones as candles',
    )
    .option('--region <region>', 'trades of one region')
    .option('--tenor <tenor>', 'spot by default')
    .action(async (model: string, _options: TradesOptions, command: Command) => {
      const { client, output } = contextOf(command, 'anyone');
      const { follow, region, tenor } = command.optsWithGlobals<TradesOptions>();
      if (!follow) {
        throw new CommandError('Past trades are published as candles only.', {
          remedy: `Add --follow for the coming ones, or use "tokenbook market candles ${model}".`,
        });
      }
      const view = { model, ...(region ? { region } : {}), ...(tenor ? { tenor } : {}) };
      const json = jsonLines();
      const follower = {
        snapshot: () => undefined,
        trade: output.json ? json.trade : printTrade,
        disconnected: output.json
          ? json.disconnected
          : (waitMs: number) => console.error(`disconnected, again in ${waitMs} ms`),
        resumed: output.json
          ? json.resumed
          : () => console.error('connected again; trades of the meantime are not shown'),
      };
      await followBook(client.url, view, follower, untilInterrupted());
    });
}

function printTrade(trade: Parameters<ReturnType<typeof jsonLines>['trade']>[0]): void {
  const { timestamp, taker_side: side, quantity, price, region } = trade;
  const text = `${side === 'bid' ? 'buy ' : 'sell'} ${grouped(quantity).padStart(13)} at ${price}`;
  const colour = side === 'bid' ? pc.cyan : pc.yellow;
  console.log(`${new Date(timestamp).toISOString()}  ${colour(text)}  ${region}`);
}
