/**
 * `npm run crash:contracts`: kills processes and servers while contract orders, asks, cancellations
 * and draws are in progress, and checks every invariant after each kill. Prints one line per kill,
 * and the result as JSON.
 */
import { newSeed, runLong } from './run-jest.mjs';

await runLong({
  file: 'test/contract-orders/crash-run.ts',
  help: `npm run crash:contracts                      20 kills
npm run crash:contracts -- --kills 500       more

  --kills N    how often something is killed: worker, relay, gateway, Redis, Temporal, mongod in turn
  --acts N     orders, asks and tickets around each kill
  --seed N     repeats a run; the result names its seed`,
  options: {
    kills: { variable: 'CRASH_KILLS', default: '20' },
    acts: { variable: 'CRASH_ACTS', default: '60' },
    seed: { variable: 'CRASH_SEED', default: newSeed() },
  },
});
