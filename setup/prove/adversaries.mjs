/**
 * `npm run adversaries`: hostile buyers, sellers and anonymous clients attack a running market
 * alongside honest participants. Prints a table; exit code 1 when an honest participant was
 * refused, charged or blamed wrongly.
 */
import { parseArgs } from 'node:util';
import { runJest } from './run-jest.mjs';

const HELP = `npm run adversaries                            every adversary, about twenty minutes
npm run adversaries -- --only small-asks       one, or several with commas between
npm run adversaries -- --seconds 30            seconds measured without and with each adversary (10)
npm run --silent adversaries -- --json         one JSON array instead of the table
npm run adversaries -- --node-options TEXT     NODE_OPTIONS of the market's processes: a profiler, for example
`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '10' },
    'node-options': { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) process.stdout.write(HELP);
else {
  await runJest(['--testMatch', '**/test/adversaries/market-run.ts'], {
    ADVERSARIES_ONLY: values.only,
    ADVERSARIES_SECONDS: values.seconds,
    ADVERSARIES_NODE_OPTIONS: values['node-options'],
    ...(values.json ? { ADVERSARIES_JSON: '1' } : {}),
  });
}
