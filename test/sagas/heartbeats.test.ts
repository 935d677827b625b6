/** A step tells the server that it lives, until it ends; and it knows why it was ended. */
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { ActivityCancellationDetails } from '@temporalio/common';
import { Context } from '@temporalio/activity';
import { beating, endingReason, startHeartbeat } from '../../activities/heartbeat';
import { until } from '../support/wait';

describe('a step that beats', () => {
  /** Runs an activity. @returns its heartbeats, and its result */
  function started(run: () => Promise<unknown>) {
    const environment = new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') });
    const beats: number[] = [];
    environment.on('heartbeat', () => beats.push(performance.now()));
    return { environment, beats, result: environment.run(run) };
  }

  test('tells the server that it lives until it ends, and gives its own answer', async () => {
    let end: (answer: string) => void = () => undefined;
    const { step } = beating({ step: () => new Promise((resolve) => (end = resolve)) });
    const { beats, result } = started(step);
    await until(() => beats.length >= 2, { what: 'two heartbeats', timeoutMs: 9_000 });
    end('done');
    expect(await result).toBe('done');
    const count = beats.length;
    await until(() => performance.now() - beats.at(-1)! > 2_000, {
      what: 'two beats without one',
      timeoutMs: 9_000,
    });
    expect(beats).toHaveLength(count);
  });

  test('fails with its own error, and gets its arguments', async () => {
    const steps = beating({
      fail: async (reason: string) => Promise.reject(new Error(reason)),
    });
    const { result } = started(() => steps.fail('a reason'));
    await expect(result).rejects.toThrow('a reason');
  });

  test('beats on when what it does with each beat fails', async () => {
    let looks = 0;
    const { beats, result } = started(async () => {
      const stop = startHeartbeat(5, async () => {
        looks += 1;
        throw new Error('no answer');
      });
      await until(() => looks >= 3, { what: 'three looks' });
      stop();
    });
    await result;
    expect(beats.length).toBeGreaterThanOrEqual(3);
  });

  test.each([
    [{ cancelRequested: true }, 'cancelled'],
    [{ workerShutdown: true }, 'process_ends'],
    [{ timedOut: true }, 'process_ends'],
  ] as const)('that is ended by %j ends because: %s', async (details, reason) => {
    const { environment, result } = started(async () => {
      const context = Context.current();
      await until(() => context.cancellationSignal.aborted, { what: 'the end' });
      return endingReason(context);
    });
    environment.cancel('CANCELLED', new ActivityCancellationDetails(details));
    expect(await result).toBe(reason);
  });
});
