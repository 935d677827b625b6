/** A workflow of steps that a test chooses, each with its compensation, as those of the exchange. */
import { proxyActivities } from '@temporalio/workflow';
import { Saga } from '../../workflows/saga';

export interface ScriptedSteps {
  take(step: string): Promise<void>;
  undo(step: string): Promise<void>;
}

const { take, undo } = proxyActivities<ScriptedSteps>({
  startToCloseTimeout: '30s',
  cancellationType: 'TRY_CANCEL',
  retry: { maximumAttempts: 1 },
});

/** @param standsAfter the step after which what was done stays done; null for none */
export async function scriptedSaga(
  steps: readonly string[],
  standsAfter: string | null,
): Promise<void> {
  const saga = new Saga();
  try {
    for (const step of steps) {
      saga.before(step, () => undo(step));
      await take(step);
      if (step === standsAfter) saga.stand();
    }
  } catch (err) {
    await saga.compensate();
    throw err;
  }
}
