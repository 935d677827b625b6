/**
 * `npm run crash:contracts`: kills processes and servers while orders for capacity, asks, cancellations
 * and draws are under way, and asks each time whether everything is right. Prints one line per kill,
 * and the result as JSON.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';

const HELP = `npm run crash:contracts                      20 kills
npm run crash:contracts -- --kills 500       more

  --kills N    how often something is killed: worker, relay, gateway, Redis, Temporal, mongod in turn
  --acts N     orders, asks and tickets around each kill
  --seed N     another run`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    acts: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

await bootstrap();
const run = '**/test/contract-orders/crash-run.ts';
const jest = ['node_modules/jest/bin/jest.js', '--testMatch', run];
const env = {
  ...process.env,
  CRASH_KILLS: values.kills,
  CRASH_ACTS: values.acts,
  CRASH_SEED: values.seed,
};
const child = spawn(process.execPath, jest, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
