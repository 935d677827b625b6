import type { MarkAttempt } from '../../records/ledger/fills';
import type { Ledger } from '../../records/ledger/ledger';
import type { ReadLedger } from '../../records/ledger/read-ledger';
import { type EndedAttempt, endOf } from './asked-sellers';
import { writableLedger } from '../../records/mongodb/writable';

/** The row of one attempt in the record of its fill. */
export class AttemptRow {
  private readonly ledger: Ledger;

  constructor(
    ledger: ReadLedger,
    private readonly fillId: string,
    private readonly attempt: number,
  ) {
    this.ledger = writableLedger(ledger);
  }

  /** Written before the first byte is sent; a first attempt has its row with the reservation. */
  plan() {
    return this.ledger.planAttempt({ fillId: this.fillId, number: this.attempt });
  }

  async failed(
    outcome: EndedAttempt,
    failure: Pick<MarkAttempt, 'state' | 'reason' | 'detail'>,
  ): Promise<void> {
    const { fillId, attempt: number } = this;
    const end = endOf(outcome);
    await this.ledger.markAttempt({ fillId, number, end, status: outcome.status, ...failure });
  }

  /**
   * Only the seller's score uses it; while MongoDB is unavailable the settlement takes precedence.
   */
  async noteEnd(reason: 'cut' | 'exchange' | 'buyer_gone'): Promise<void> {
    await this.ledger.fills.noteEnd(this.fillId, this.attempt, reason).catch(() => undefined);
  }
}
