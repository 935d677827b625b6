/** Orders of thousands of fills: `npm run contracts:large -- --asks 5000`. */
import { Exchange } from '../support/exchange';
import { playManyFills, type ManyFills } from './many-fills';

const asks = Number.parseInt(process.env['MANY_ASKS'] ?? '5000', 10);
const kinds = (process.env['MANY_KINDS'] ?? 'GTC,FOK,rest,resting').split(',');

const PLANS: Readonly<Record<string, Omit<ManyFills, 'asks' | 'sellers'>>> = {
  GTC: { timeInForce: 'GTC', restsFirst: false, unfilledTokens: 0 },
  FOK: { timeInForce: 'FOK', restsFirst: false, unfilledTokens: 0 },
  rest: { timeInForce: 'GTC', restsFirst: false, unfilledTokens: 5 },
  resting: { timeInForce: 'GTC', restsFirst: true, unfilledTokens: 0 },
};

test(
  `orders of ${asks} fills`,
  async () => {
    const exchange = await Exchange.start({ relay: true, settings: { ASKS_QUOTA: 1_000_000 } });
    try {
      for (const kind of kinds) {
        const plan = PLANS[kind]!;
        const { FILLS_PER_FILL_OR_KILL: most } = exchange.settings;
        const fills = plan.timeInForce === 'FOK' ? Math.min(asks, most) : asks;
        const report = await playManyFills(exchange, { asks: fills, sellers: 5, ...plan });
        process.stderr.write(`${JSON.stringify(report)}\n`);
      }
    } finally {
      await exchange.stop();
    }
  },
  2 ** 31 - 1,
);
