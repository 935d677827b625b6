/** A step that is tried again: within its time, by a caller that the ledger knows, and not in vain. */
import { StepFailure } from '../../exchange/chat/step-failure';
import { type Retries, retried } from '../../exchange/chat/retried';
import { currentCaller } from '../../records/ledger/caller';

const RETRIES: Retries = { tryMs: 60_000, totalMs: 60_000, firstPauseMs: 1, longestPauseMs: 4 };

/** Fails so often, then answers with the number of its tries. */
function failing(times: number, err: Error = new Error('later')) {
  let tries = 0;
  const step = async () => {
    tries += 1;
    if (tries <= times) throw err;
    return tries;
  };
  return { step, tries: () => tries };
}

test('it is tried until it succeeds', async () => {
  expect(await retried(failing(5).step, RETRIES)).toBe(6);
});

test.each([
  ['a step that says so', StepFailure.final('no', 'type')],
  ['an error of ours', new TypeError('no')],
])('%s is not tried again', async (_what, err) => {
  const { step, tries } = failing(9, err);
  await expect(retried(step, RETRIES)).rejects.toBe(err);
  expect(tries()).toBe(1);
});

test('each try commits before its own time is up, and before that of all of them', async () => {
  const deadlines: number[] = [];
  const step = async () => {
    deadlines.push(currentCaller()!.deadlineAtMs - Date.now());
    if (deadlines.length < 3) throw new Error('later');
  };
  await retried(step, { ...RETRIES, tryMs: 10_000 });
  await retried(step, { ...RETRIES, totalMs: 5_000 });
  expect(deadlines).toHaveLength(4);
  for (const leftMs of deadlines.slice(0, 3)) expect(leftMs).toBeLessThanOrEqual(10_000);
  expect(deadlines[3]).toBeLessThanOrEqual(5_000);
  expect(deadlines[3]).toBeGreaterThan(0);
});

test('it fails with the last error once its time is up, and once it is abandoned', async () => {
  const late = failing(Infinity, new Error('in vain'));
  await expect(retried(late.step, { ...RETRIES, totalMs: 30 })).rejects.toThrow('in vain');
  expect(late.tries()).toBeGreaterThan(1);
  const abandoned = new AbortController();
  let tries = 0;
  const step = async () => {
    tries += 1;
    expect(currentCaller()!.signal).toBe(abandoned.signal);
    abandoned.abort();
    throw new Error('abandoned');
  };
  const { signal } = abandoned;
  await expect(retried(step, { ...RETRIES, signal })).rejects.toThrow('abandoned');
  expect(tries).toBe(1);
});
