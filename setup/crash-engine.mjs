/**
 * `npm run crash:engine`: kills the engine's Redis again and again, cuts its log, and compares what
 * comes back with the naive book. Prints one line per ten kills, and the result as JSON.
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { bootstrap } from './bootstrap.mjs';

const HELP = `npm run crash:engine                      1,000 kills, a million commands: a night
npm run crash:engine -- --kills 50        fewer

  --kills N       how often Redis is killed
  --commands N    commands around each kill
  --seed N        another run`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    commands: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

await bootstrap();
const jest = ['node_modules/jest/bin/jest.js', '--testMatch', '**/test/engine/crash-run.ts'];
const env = {
  ...process.env,
  CRASH_KILLS: values.kills,
  CRASH_COMMANDS: values.commands,
  CRASH_SEED: values.seed,
};
const child = spawn(process.execPath, jest, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 1));
