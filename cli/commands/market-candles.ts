import type { Command } from 'commander';
import { contextOf, queryOf, segment } from '../context';
import { type Candle, drawCandles } from '../draw/candles';
import { printJson } from '../output';
import { screenWidth } from '../screen';
import { wholeNumber } from '../values';

interface CandlesOptions {
  readonly interval?: string;
  readonly region?: string;
  readonly tenor?: string;
  readonly height: number;
}

export function addCandlesCommand(market: Command): void {
  market
    .command('candles <model>')
    .description('prices and volume over time, as a chart')
    .option('--interval <interval>', '1m, 5m, 1h or 1d; 1h by default')
    .option('--region <region>', 'trades of one region')
    .option('--tenor <tenor>', 'spot by default')
    .option('--height <rows>', 'rows of the chart', wholeNumber(3, 100), 12)
    .action(async (model: string, _options: CandlesOptions, command: Command) => {
      const { client, output } = contextOf(command, 'anyone');
      const { interval, region, tenor, height } = command.optsWithGlobals<CandlesOptions>();
      const query = queryOf({ interval, region, tenor });
      const path = `/market/v1/markets/${segment(model)}/candles${query}`;
      const answer = (await client.call('GET', path)) as { candles: Candle[]; interval: string };
      if (output.json) return printJson(answer);
      console.log(`${model}  ${answer.interval}  USD per million tokens`);
      console.log(drawCandles(answer.candles, screenWidth(), height).join('\n'));
    });
}
