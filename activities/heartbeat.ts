/** Keeps telling the server that a dispatch is alive, and watches for what should end it. */
import { Context } from '@temporalio/activity';

export class Heartbeat {
  private readonly timer: NodeJS.Timeout;

  /** @param onBeat runs with every beat; its failures do not matter to the beat */
  constructor(intervalMs: number, onBeat: () => Promise<void>) {
    const context = Context.current();
    this.timer = setInterval(() => {
      context.heartbeat();
      onBeat().catch(() => undefined);
    }, intervalMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}

/** Why the server or the worker wants an activity to end; null while nobody does. */
export function endingReason(): 'worker_stops' | 'cancelled' | null {
  const context = Context.current();
  if (!context.cancellationSignal.aborted) return null;
  return context.cancellationDetails?.cancelRequested ? 'cancelled' : 'worker_stops';
}
