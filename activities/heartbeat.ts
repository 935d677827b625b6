/** Keeps telling the server that a dispatch is alive, and watches for what should end it. */
import { Context } from '@temporalio/activity';

/**
 * Beats until it is stopped.
 * @param onBeat runs with every beat; its failures do not matter to the beat
 * @returns stops it
 */
export function startHeartbeat(intervalMs: number, onBeat: () => Promise<void>): () => void {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
    onBeat().catch(() => undefined);
  }, intervalMs);
  return () => clearInterval(timer);
}

/**
 * Why an activity whose signal was aborted is to end: an operator cancels the workflow, or this
 * process can no longer do it (the worker stops, the server has given up on the attempt).
 */
export function endingReason(): 'cancelled' | 'process_ends' {
  return Context.current().cancellationDetails?.cancelRequested ? 'cancelled' : 'process_ends';
}
