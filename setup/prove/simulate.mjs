/**
 * `npm run simulate`: runs seeds of the simulator. A failing seed is repeated with fewer and fewer
 * faults, and printed with those that still break it.
 */
import { runLong } from './run-jest.mjs';

await runLong({
  file: 'test/simulation/simulation.test.ts',
  help: `npm run simulate                              200 seeds, and every crash point
npm run simulate -- --seeds 5000              an hour and more
npm run simulate -- --seeds 1 --seed 4711     one seed again

  --seeds N    how many
  --seed S     the first one; by default another one in every run
  --fault F    no other fault than this one, such as 'lost answer' or rollback`,
  options: {
    seeds: { variable: 'SIMULATION_SEEDS', default: '200' },
    fault: { variable: 'SIMULATION_FAULT', default: '' },
    seed: { variable: 'SIMULATION_SEED', default: String(Date.now() % 1_000_000) },
  },
});
