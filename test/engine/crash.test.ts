/** Crashes of the engine's Redis, in small. `npm run crash:engine` runs as many as are wanted. */
import { SEED } from '../support/random';
import { runCrashes } from './crash';

const PLANS = [
  { style: 'many at once', kills: 3, commandsPerKill: 400, seed: SEED },
  { style: 'in parts', kills: 3, commandsPerKill: 300, seed: SEED + 1 },
] as const;

describe.each(PLANS)('commands $style, seed $seed', (plan) => {
  test('killed, it comes back with everything it had answered', async () => {
    const report = await runCrashes({ ...plan, cutBytes: 0 });
    expect(report).toMatchObject({ kills: plan.kills, undone: 0, differences: [] });
  });

  test('with the end of its log cut off, it comes back as it once was, and catches up', async () => {
    const report = await runCrashes({ ...plan, cutBytes: 20_000 });
    expect(report.differences).toEqual([]);
    expect(report.undone).toBeGreaterThan(0);
  });
});
