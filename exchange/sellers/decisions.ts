/** Sellers' reports of their decisions: informational, they change no book. */
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { DECISIONS_KEPT, type Decision } from '../../records/documents/decision-log';
import { BatchTurns } from '../../fairness/batch-turns';
import { writable } from '../../records/mongodb/writable';

export class DecisionService {
  private readonly turns = new BatchTurns();

  constructor(private readonly records: Pick<Records, 'decisionLogs'>) {}

  /**
   * Adds a batch, newest last, in one change of one document, so that concurrent batches keep the
   * newest too.
   * @throws TooManyWait when too many batches are waiting
   */
  async record(sellerId: string, decisions: readonly Decision[]): Promise<void> {
    await this.turns.run(sellerId, () => this.write(sellerId, decisions));
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
