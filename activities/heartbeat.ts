/** Keeps telling the server that a step is alive, and watches for what should end it. */
import { Context } from '@temporalio/activity';

/**
 * Beats until it is stopped.
 * @param onBeat runs with every beat; its failures do not matter to the beat
 * @returns stops it
 */
export function startHeartbeat(intervalMs: number, onBeat?: () => Promise<void>): () => void {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
    onBeat?.().catch(() => undefined);
  }, intervalMs);
  return () => clearInterval(timer);
}

/** Well below the heartbeat time-outs of workflows/attempts.ts. */
const BEAT_MS = 1_000;

/**
 * Steps that tell the server that they live for as long as they run: one whose process died is done
 * again within seconds, however long it may take.
 */
export function beating<Activities extends object>(activities: Activities): Activities {
  const steps = Object.entries(activities) as [string, (...args: unknown[]) => Promise<unknown>][];
  const alive = steps.map(([name, run]) => [
    name,
    async (...args: unknown[]) => {
      const end = startHeartbeat(BEAT_MS);
      try {
        return await run(...args);
      } finally {
        end();
      }
    },
  ]);
  return Object.fromEntries(alive) as Activities;
}

/**
 * Why an activity whose signal was aborted is to end: an operator cancels the workflow, or this
 * process can no longer do it (the worker stops, the server has given up on the attempt).
 */
export function endingReason(context: Context): 'cancelled' | 'process_ends' {
  return context.cancellationDetails?.cancelRequested ? 'cancelled' : 'process_ends';
}
