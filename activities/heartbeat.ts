/** Sends activity heartbeats to the server, and says why an activity ends. */
import { Context } from '@temporalio/activity';

/**
 * Sends heartbeats until stopped.
 * @param onBeat runs with every heartbeat; its failures do not stop the heartbeats
 * @returns a function that stops them
 */
export function startHeartbeat(intervalMs: number, onBeat?: () => Promise<void>): () => void {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
    onBeat?.().catch(() => undefined);
  }, intervalMs);
  return () => clearInterval(timer);
}

/** Well below the heartbeat timeouts in workflows/attempts.ts. */
const BEAT_MS = 1_000;

/**
 * Activities that send heartbeats while they run: when their process dies, the server retries them
 * within seconds, however long they may take.
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
 * Why an activity with an aborted signal ends: an operator cancels the workflow, or this process
 * can no longer run it (the worker stops, or the server has abandoned the attempt).
 */
export function endingReason(context: Context): 'cancelled' | 'process_ends' {
  return context.cancellationDetails?.cancelRequested ? 'cancelled' : 'process_ends';
}
