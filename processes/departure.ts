/** A gateway that is about to stop: unready before it refuses connections, so that none is lost. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Refusal } from '../domain/chat';

/** For those whose answer is not complete when the gateway has to stop. */
export const STOPPING: Refusal = {
  code: 'service_unavailable',
  message:
    'This gateway is stopping. With an Idempotency-Key the request goes on: send it again with the same key to get its whole answer.',
};

export class Departure {
  private isBegun = false;

  /** Unready from now on; resolves when load balancers have had time to notice. */
  async leave(delayMs: number): Promise<void> {
    this.isBegun = true;
    await delay(delayMs);
  }

  /** @throws Error once the gateway is stopping, for its readiness */
  check(): void {
    if (this.isBegun) throw new Error('the process is stopping');
  }
}
