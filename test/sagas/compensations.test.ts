/** What is undone when the order of a saga fails or is cancelled, in which order, and what stays. */
import { ApplicationFailure } from '@temporalio/common';
import { until } from '../support/wait';
import type { ScriptedSteps } from './scripted-saga';
import { WorkflowStage } from './workflow-stage';

const STEPS = ['hold the money', 'reserve the tokens', 'ask the seller'] as const;
const LAST = STEPS[2];

/** What the steps of a test have done, and what is to happen in them. */
class Script implements ScriptedSteps {
  readonly taken: string[] = [];
  readonly undone: string[] = [];
  /** A step or a compensation that fails. */
  readonly failing = new Set<string>();
  /** A step that lasts until the saga has ended. */
  lasting: string | null = null;

  readonly take = async (step: string) => {
    this.taken.push(step);
    if (step === this.lasting) await until(() => this.lasting === null);
    this.mayFail(step);
  };
  readonly undo = async (step: string) => {
    this.mayFail(`undo ${step}`);
    this.undone.push(step);
  };

  private mayFail(what: string): void {
    if (this.failing.has(what)) throw ApplicationFailure.nonRetryable(`${what} failed`);
  }
}

let stage: WorkflowStage;
let script: Script;
beforeAll(async () => {
  stage = await WorkflowStage.open(require.resolve('./scripted-saga'));
  await stage.work({
    take: (step: string) => script.take(step),
    undo: (step: string) => script.undo(step),
  });
});
beforeEach(() => {
  script = new Script();
  WorkflowStage.errors.length = 0;
});
afterAll(() => stage.close());

const saga = (standsAfter: string | null = null) => stage.start('scriptedSaga', STEPS, standsAfter);

test('nothing is undone of what succeeds', async () => {
  const run = await saga();
  await run.result();
  expect(script.taken).toEqual(STEPS);
  expect(script.undone).toEqual([]);
});

test('what failed is undone first, and then what it was built on', async () => {
  script.failing.add(LAST);
  const run = await saga();
  await expect(run.result()).rejects.toThrow('Workflow execution failed');
  // A step that failed may have happened: it is undone too.
  expect(script.undone).toEqual([...STEPS].reverse());
});

test('a step that was never tried is not undone', async () => {
  script.failing.add(STEPS[1]);
  const run = await saga();
  await expect(run.result()).rejects.toThrow('Workflow execution failed');
  expect(script.undone).toEqual([STEPS[1], STEPS[0]]);
});

test.each([
  ['everything before', STEPS[1], [LAST]],
  ['nothing but the first step', STEPS[0], [LAST, STEPS[1]]],
])('what was settled stays, whatever fails later: %s', async (_what, standsAfter, undone) => {
  script.failing.add(LAST);
  const run = await saga(standsAfter);
  await expect(run.result()).rejects.toThrow('Workflow execution failed');
  expect(script.undone).toEqual(undone);
});

test('a compensation that fails keeps none of the others from running, and is logged', async () => {
  script.failing.add(LAST).add(`undo ${STEPS[1]}`);
  const run = await saga();
  await expect(run.result()).rejects.toThrow('Workflow execution failed');
  expect(script.undone).toEqual([LAST, STEPS[0]]);
  expect(WorkflowStage.errors).toEqual([expect.stringContaining('Compensation failed')]);
});

test('an order that the operator cancels gives back all that it has', async () => {
  script.lasting = LAST;
  const run = await saga();
  await until(() => script.taken.includes(LAST), { what: 'the last step to begin' });
  await run.cancel();
  await expect(run.result()).rejects.toThrow('Workflow execution cancelled');
  script.lasting = null;
  expect(script.undone).toEqual([...STEPS].reverse());
});
