/** Large batches: one at a time, with a pause as long as each, and owners take turns. */
import { setTimeout as delay } from 'node:timers/promises';
import { BATCHES } from '../../exchange/sellers/decisions';
import { FairDoor } from '../../fairness/fair-door';
import { until } from '../support/wait';

const RULES = { ...BATCHES, waiting: { perOwner: 2, all: 3 } };
const BATCH_MS = 40;

class Batches {
  readonly order: string[] = [];
  atOnce = 0;
  mostAtOnce = 0;
  endedAtMs = 0;
  pauseMs = Infinity;
  private readonly turns = new FairDoor(RULES);

  run(owner: string): Promise<void> {
    return this.turns.run(owner, async () => {
      if (this.order.length > 0) {
        this.pauseMs = Math.min(this.pauseMs, performance.now() - this.endedAtMs);
      }
      this.order.push(owner);
      this.atOnce += 1;
      this.mostAtOnce = Math.max(this.mostAtOnce, this.atOnce);
      await delay(BATCH_MS);
      this.atOnce -= 1;
      this.endedAtMs = performance.now();
    });
  }
}

test('one batch at a time, and owners take turns', async () => {
  const batches = new Batches();
  await Promise.all(['one', 'one', 'one', 'other'].map((owner) => batches.run(owner)));
  expect(batches.order).toEqual(['one', 'one', 'other', 'one']);
  expect(batches.mostAtOnce).toBe(1);
  // A timer may end a millisecond early.
  expect(batches.pauseMs).toBeGreaterThanOrEqual(BATCH_MS - 5);
});

test('who waits with too many is refused, others are not, and all that wait are done', async () => {
  const batches = new Batches();
  const running = batches.run('flood');
  const waiting = [batches.run('flood'), batches.run('flood')];
  await expect(batches.run('flood')).rejects.toThrow('Too many batches');
  waiting.push(batches.run('quiet'));
  await expect(batches.run('late')).rejects.toThrow('Too many batches');
  await Promise.all([running, ...waiting]);
  expect(batches.order).toHaveLength(4);
});

test('a batch that fails tells its owner, and the next one is done', async () => {
  const turns = new FairDoor(RULES);
  const failing = turns.run('one', () => Promise.reject(new Error('the disk is full')));
  let isDone = false;
  void turns.run('one', async () => void (isDone = true));
  await expect(failing).rejects.toThrow('the disk is full');
  await until(() => isDone);
  expect(await turns.run('one', () => Promise.resolve('later'))).toBe('later');
});
