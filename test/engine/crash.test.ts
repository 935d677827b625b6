/**
 * Crashes of the engine's Redis. A long run: CRASH_KILLS=1000 CRASH_COMMANDS=1000 npx jest
 * test/engine/crash
 */
import { runCrashes } from './crash';

const number = (name: string, value: number) =>
  Number.parseInt(process.env[name] ?? `${value}`, 10);
const kills = number('CRASH_KILLS', 4);
const commandsPerKill = number('CRASH_COMMANDS', 400);
const seed = number('CRASH_SEED', 1);

test(
  'killed, it comes back with everything it had answered',
  async () => {
    const report = await runCrashes({ kills, commandsPerKill, cutBytes: 0, seed });
    expect(report).toMatchObject({ undone: 0, differences: [] });
  },
  60_000 + kills * 5_000,
);

test(
  'with the end of its log cut off, it comes back as it once was, and catches up',
  async () => {
    const report = await runCrashes({ kills, commandsPerKill, cutBytes: 20_000, seed });
    expect(report.differences).toEqual([]);
    expect(report.undone).toBeGreaterThan(0);
  },
  60_000 + kills * 5_000,
);
