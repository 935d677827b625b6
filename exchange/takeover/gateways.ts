/**
 * The liveness of gateways. Each gateway increments a heartbeat count in its record; the others see
 * whether the count advances. Clocks of other machines are not used.
 */
import { Rounds } from '../../fairness/rounds';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

export const GATEWAY_BEAT_MS = 500;

/** The liveness of this gateway, as reported to the others. */
export class GatewayLife {
  /** A beat that fails is not missed: the next one counts on. */
  private readonly beating = new Rounds(
    () => this.beat(),
    () => GATEWAY_BEAT_MS,
    () => undefined,
  );
  private beats = 0;

  constructor(
    private readonly records: Pick<Records, 'gateways'>,
    private readonly gatewayId: string,
  ) {}

  /** Resolves when the others can see it. */
  async begin(): Promise<void> {
    await this.beat();
    this.beating.start(GATEWAY_BEAT_MS);
  }

  /** @param isDone whether all of its orders have ended and have their workflows */
  async end(isDone: boolean): Promise<void> {
    await this.beating.stop();
    if (isDone) await writable(this.records.gateways).deleteOne({ _id: this.gatewayId });
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
