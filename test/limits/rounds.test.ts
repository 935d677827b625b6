/** Work that is repeated: until it is stopped, whatever a round throws. */
import { Rounds } from '../../fairness/rounds';
import { until } from '../support/wait';

test('a round that fails is reported, and the next one follows until the stop, which waits for it', async () => {
  const errors: unknown[] = [];
  let begun = 0;
  let ended = 0;
  let end = () => {};
  const round = async () => {
    begun += 1;
    if (begun === 1) throw new Error('the first failed');
    await new Promise<void>((resolve) => (end = resolve));
    ended += 1;
  };
  const rounds = new Rounds(
    round,
    () => 1,
    (err) => errors.push(err),
  );
  rounds.start();
  await until(() => begun === 2);
  const stopped = rounds.stop();
  expect([errors, ended]).toEqual([[new Error('the first failed')], 0]);
  end();
  await stopped;
  expect([begun, ended, rounds.signal.aborted]).toEqual([2, 1, true]);
});

test('a stop ends a pause at once, and no round follows', async () => {
  let count = 0;
  const rounds = new Rounds(
    async () => void (count += 1),
    () => 3_600_000,
    () => undefined,
  );
  rounds.start(3_600_000);
  await rounds.stop();
  expect(count).toBe(0);
});
