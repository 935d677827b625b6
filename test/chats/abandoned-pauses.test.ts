/** A step that is abandoned in the pause between two tries ends then, and not after the pause. */
import { retried } from '../../exchange/chat/retried';
import { until } from '../support/wait';

const PAUSE_MS = 60_000;

test('whoever abandons a step waits for no pause, and learns why the step had failed', async () => {
  const abandoned = new AbortController();
  let tries = 0;
  const step = async () => {
    tries += 1;
    throw new Error('the store is away');
  };
  const startedAt = performance.now();
  const ended = retried(step, {
    tryMs: PAUSE_MS,
    totalMs: 10 * PAUSE_MS,
    signal: abandoned.signal,
    firstPauseMs: PAUSE_MS,
    longestPauseMs: PAUSE_MS,
  });
  ended.catch(() => undefined);
  await until(() => tries === 1, { what: 'the first try' });
  abandoned.abort();
  await expect(ended).rejects.toThrow('the store is away');
  expect(performance.now() - startedAt).toBeLessThan(PAUSE_MS / 4);
  expect(tries).toBe(1);
}, 20_000);
