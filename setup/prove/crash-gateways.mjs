/**
 * `npm run crash:gateways`: kills gateways, workers and relays of one market while buyers send chats
 * with keys, and checks that each key is answered once and charged once. Prints the result as JSON.
 */
import { newSeed, runLong } from './run-jest.mjs';

await runLong({
  file: 'test/crash/several-run.ts',
  help: `npm run crash:gateways                                 four gateways, two workers, 50 kills
npm run crash:gateways -- --gateways 2 --kills 500     others

  --gateways N   gateways that live at the same time
  --workers N    workers that live at the same time
  --buyers N     buyers that each wait for one answer after the other
  --kills N      how often a process is killed: gateway, worker, relay in turn
  --seed N       repeats a run; the result names its seed`,
  options: {
    gateways: { variable: 'CRASH_GATEWAYS', default: '4' },
    workers: { variable: 'CRASH_WORKERS', default: '2' },
    buyers: { variable: 'CRASH_BUYERS', default: '8' },
    kills: { variable: 'CRASH_KILLS', default: '50' },
    seed: { variable: 'CRASH_SEED', default: newSeed() },
  },
});
