/**
 * The liveness of gateways. Each gateway increments a heartbeat count in its record; the others see
 * whether the count advances. Clocks of other machines are not used.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

export const GATEWAY_BEAT_MS = 500;

/** The liveness of this gateway, as reported to the others. */
export class GatewayLife {
  private readonly ending = new AbortController();
  private beating: Promise<void> = Promise.resolve();
  private beats = 0;

  constructor(
    private readonly records: Pick<Records, 'gateways'>,
    private readonly gatewayId: string,
  ) {}

  /** Resolves when the others can see it. */
  async begin(): Promise<void> {
    await this.beat();
    this.beating = this.keepBeating();
  }

  /** @param isDone whether all of its orders have ended and have their workflows */
  async end(isDone: boolean): Promise<void> {
    this.ending.abort();
    await this.beating;
    if (isDone) await writable(this.records.gateways).deleteOne({ _id: this.gatewayId });
  }

  private async keepBeating(): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      await delay(GATEWAY_BEAT_MS, undefined, { signal }).catch(() => undefined);
      if (!signal.aborted) await this.beat().catch(() => undefined); // the next heartbeat increments again
    }
  }

  private async beat(): Promise<void> {
    this.beats += 1;
    await writable(this.records.gateways).updateOne(
      { _id: this.gatewayId },
      { $set: { beats: this.beats } },
      { upsert: true, writeConcern: { w: 1, journal: false } },
    );
  }
}
