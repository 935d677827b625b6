/**
 * `npm run crash:engine`: repeatedly kills the engine's Redis, truncates its log, and compares the
 * recovered state with the reference book. Prints one line per ten kills, and the result as JSON.
 */
import { newSeed, runLong } from './run-jest.mjs';

await runLong({
  file: 'test/engine/crash-run.ts',
  help: `npm run crash:engine                      1,000 kills, a million commands: a night
npm run crash:engine -- --kills 50        fewer

  --kills N       how often Redis is killed
  --commands N    commands around each kill
  --seed N        repeats a run; the result names its seed`,
  options: {
    kills: { variable: 'CRASH_KILLS', default: '1000' },
    commands: { variable: 'CRASH_COMMANDS', default: '1000' },
    seed: { variable: 'CRASH_SEED', default: newSeed() },
  },
});
