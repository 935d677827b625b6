/** Sellers' reports of their decisions: informational, they change no book. */
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { DECISIONS_KEPT, type Decision } from '../../records/documents/decision-log';
import { type DoorRules, FairDoor } from '../../fairness/fair-door';
import { writable } from '../../records/mongodb/writable';

/**
 * Batches are large and not urgent: one at a time, each followed by a pause as long as it took, so
 * that they use at most half of the process and its servers.
 */
export const BATCHES: DoorRules = {
  places: 1,
  costMs: (tookMs) => tookMs,
  waiting: { perOwner: 8, all: 256 },
  refusal: 'Too many batches wait to be recorded',
};

export class DecisionService {
  private readonly recording = new FairDoor(BATCHES);

  constructor(private readonly records: Pick<Records, 'decisionLogs'>) {}

  /**
   * Adds a batch, newest last, in one change of one document, so that concurrent batches keep the
   * newest too.
   * @throws NoPlace when too many batches are waiting
   */
  async record(sellerId: string, decisions: readonly Decision[]): Promise<void> {
    await this.recording.run(sellerId, () => this.write(sellerId, decisions));
  }

  private async write(sellerId: string, decisions: readonly Decision[]): Promise<void> {
    const batch = decisions.map((decision) => ({
      ...decision,
      quantityTokens: decision.quantityTokens === null ? null : asDouble(decision.quantityTokens),
    }));
    await writable(this.records.decisionLogs).updateOne(
      { _id: sellerId },
      {
        $push: { decisions: { $each: batch, $slice: -DECISIONS_KEPT } },
        $set: { updatedAt: new Date() },
      },
      { upsert: true },
    );
  }
}
