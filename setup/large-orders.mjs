/**
 * `npm run contracts:large`: orders for capacity of thousands of fills, on a whole exchange. Prints one
 * line per kind of order: how long it took, and how long its history became.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';

const HELP = `npm run contracts:large                    5,000 fills, every kind
npm run contracts:large -- --asks 1000     fewer
npm run contracts:large -- --kinds FOK     one kind

  --asks N       asks of the five sellers, each of which is one fill
  --kinds A,B    of GTC, FOK, rest (something is left open), resting (the asks come later)`;

const { values } = parseArgs({
  options: {
    asks: { type: 'string', default: '5000' },
    kinds: { type: 'string', default: 'GTC,FOK,rest,resting' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

await bootstrap();
const run = '**/test/contract-orders/many-fills-run.ts';
const jest = ['node_modules/jest/bin/jest.js', '--testMatch', run];
const env = { ...process.env, MANY_ASKS: values.asks, MANY_KINDS: values.kinds };
const child = spawn(process.execPath, jest, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
