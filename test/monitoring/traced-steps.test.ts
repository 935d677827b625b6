/** Steps of workflows that are traced: tracing changes nothing about how they end. */
import { defaultPayloadConverter } from '@temporalio/common';
import { TRACEPARENT } from '../../domain/trace-context';
import type { Ending, Tracing } from '../../exchange/tracing/tracing';
import { activitySpans } from '../../temporal/activity-spans';

const PARENTS = ['one', 'other'].map((id) => `00-4bf92f3577b34da6a3ce929d0e0e4736-${id}-01`);
const info = { workflowType: 'chatOrder', activityType: 'settle', attempt: 2 };

let spans: { name: string; parent: string | undefined; ends: Ending[] }[];
const tracing: Tracing = {
  isOn: true,
  start: (name, parent) => {
    const ends: Ending[] = [];
    spans.push({ name, parent, ends });
    const ignored = () => undefined;
    return { traceparent: parent, rename: ignored, set: ignored, end: (how) => ends.push(how) };
  },
  close: () => Promise.resolve(),
};
beforeEach(() => {
  spans = [];
});

/** Runs a step whose workflow belongs to these traces. */
function run(parents: readonly string[] | null, step: () => Promise<unknown>): Promise<unknown> {
  const { inbound } = activitySpans(tracing)({ info } as never);
  const header = parents && { [TRACEPARENT]: defaultPayloadConverter.toPayload(parents) };
  return inbound!.execute!({ args: [], headers: header ?? {} } as never, step);
}

test('a traced step that succeeds has its result, and a span in each of its traces', async () => {
  expect(await run(PARENTS, () => Promise.resolve('settled'))).toBe('settled');
  expect(spans).toEqual(
    PARENTS.map((parent) => ({
      name: 'chatOrder settle',
      parent,
      ends: [{ outcome: 'completed' }],
    })),
  );
});

test('a traced step that fails has failed, and its spans tell so', async () => {
  const failure = Object.assign(new Error('no primary'), { code: 'unavailable' });
  await expect(run(PARENTS, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(spans.map(({ ends }) => ends)).toEqual(
    PARENTS.map(() => [{ outcome: 'unavailable', isError: true }]),
  );
});

test('a step without a trace ends as it does, and has no span', async () => {
  expect(await run(null, () => Promise.resolve('settled'))).toBe('settled');
  await expect(run(null, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(spans).toEqual([]);
});
