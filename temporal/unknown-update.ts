/** Updates of sellers in their names of today; a worker of 0.2.0 is asked again in its own. */
import { WorkflowUpdateFailedError } from '@temporalio/client';

/** To remove in 0.4.0. */
export async function orInOlderName<Answer>(
  ask: () => Promise<Answer>,
  askInOlderName: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (err) {
    if (!(err instanceof WorkflowUpdateFailedError)) throw err;
    if (!/No registered handler/.test(String(err.cause))) throw err;
    return askInOlderName();
  }
}
