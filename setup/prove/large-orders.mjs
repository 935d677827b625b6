/**
 * `npm run contracts:large`: contract orders with thousands of fills, on a complete exchange.
 * Prints the duration and the history length of each kind of order.
 */
import { runLong } from './run-jest.mjs';

await runLong({
  file: 'test/contract-orders/many-fills-run.ts',
  help: `npm run contracts:large                    5,000 fills, every kind
npm run contracts:large -- --asks 1000     fewer
npm run contracts:large -- --kinds FOK     one kind

  --asks N       asks of the five sellers, each of which is one fill (of a FOK at most 1,000)
  --kinds A,B    of GTC, FOK, rest (a remainder rests), resting (the asks follow later)`,
  options: {
    asks: { variable: 'MANY_ASKS', default: '5000' },
    kinds: { variable: 'MANY_KINDS', default: 'GTC,FOK,rest,resting' },
  },
});
