/** `npm test` stays a matter of minutes: what each file took when all were measured last. */
import { existsSync } from 'node:fs';
import durations from '../support/durations.json';

/** Two files run at a time: ten minutes, less what the servers take to start. */
const SECONDS_TOGETHER = 1_100;

test('the files of npm test take less than ten minutes together', () => {
  const seconds = Object.entries(durations)
    .filter(([path]) => !path.endsWith('.slow.test.ts'))
    .map(([, one]) => one);
  expect(seconds.reduce((sum, one) => sum + one, 0)).toBeLessThan(SECONDS_TOGETHER);
});

test('each measured file exists', () => {
  expect(Object.keys(durations).filter((path) => !existsSync(path))).toEqual([]);
});
