/**
 * What the exchange does from time to time by itself (workflows/maintenance.ts). Repetition finds no
 * remaining work and counts the same.
 */
import { archiveFinished } from '../../records/archive/move';
import { chainDays } from '../../records/chain/chain-days';
import { closeDays } from '../../records/closings/close-days';
import { sumDays } from '../../records/closings/sum-days';
import { noteMaintenance } from './note-maintenance';
import type { ReconciliationDocument } from '../../records/documents/reconciliation';
import { takeReputationSnapshots } from '../../records/reputations/take-snapshots';
import type { ExchangeDeps } from '../deps';
import { compareBooks } from '../books/compare-books';
import { compareReservations } from '../books/compare-reservations';
import { countsOf, isFullCheckDue, recentExtent, reconcile } from './reconcile';
import type { AbandonedOrders } from '../takeover/abandoned-orders';
import type { ContractMaintenance } from './contract-maintenance';
import type { MaintenanceLog } from './log';

/** Days closed in one run, which has two minutes. */
const CLOSED_PER_RUN = 10;
/** Closed days summed in one run, which reads their journals. */
const SUMMED_PER_RUN = 3;
/** Time in which one run moves records to the archive. */
const ARCHIVING_MS = 10_000;
/** A run of the hourly check, which has half an hour, chains no further day after this time. */
const CHAINING_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type LedgerCheck = ReturnType<typeof countsOf>;

export class Maintenance {
  constructor(
    private readonly deps: Pick<ExchangeDeps, 'records' | 'books' | 'standings' | 'settings'>,
    private readonly orders: Pick<AbandonedOrders, 'end'>,
    private readonly contracts: Pick<ContractMaintenance, 'finishOrphans'>,
    private readonly replaceFailing: () => Promise<number>,
    private readonly log: MaintenanceLog,
  ) {}

  /**
   * Also takes due reputation snapshots, maintains standings, closes past days of the ledger and
   * moves old records to the archive.
   * @returns the number of finished orders
   */
  async finishOrphans(): Promise<number> {
    const { records, standings, settings } = this.deps;
    const failing = await this.replaceFailing().catch((err: Error) => {
      this.late('Replacements of failing workflows')(err);
      return null;
    });
    const finished = await this.contracts.finishOrphans().catch(this.late('Contracts'));
    const ended = await this.orders.end().catch(this.late('Abandoned orders'));
    const now = await this.now();
    await takeReputationSnapshots(records, now, settings.JUDGING_WINDOW_MS).catch(
      this.late('Snapshots of reputations'),
    );
    await standings.sweep().catch(this.late('Standings'));
    await closeDays(records, now, CLOSED_PER_RUN).catch(this.late('Closings'));
    await sumDays(records, SUMMED_PER_RUN).catch(this.late('Sums of closed days'));
    await this.archive(now).catch(this.late('Archived records'));
    await noteMaintenance(records, failing);
    return finished + ended;
  }

  /**
   * What is past by MongoDB's clock and by our own: an error of one of them delays, and closes no day
   * that goes on.
   */
  private async now(): Promise<Date> {
    const byRecords = await this.deps.records.ledger.capacity.now();
    return new Date(Math.min(Date.now(), byRecords.getTime()));
  }

  /** A request is looked for by its Idempotency-Key until that is forgotten. */
  private async archive(now: Date): Promise<void> {
    const { ARCHIVE_AFTER_DAYS: days, ANSWER_RETENTION_HOURS: hours } = this.deps.settings;
    if (days === 0) return;
    const ageMs = Math.max(days * DAY_MS, hours * HOUR_MS + DAY_MS);
    await archiveFinished(this.deps.records, { ageMs, runMs: ARCHIVING_MS, now });
  }

  /**
   * Results are logged and served at the operator port. Also compares the books with the records, and
   * chains closed days.
   */
  async checkLedger(): Promise<LedgerCheck> {
    await this.chain().catch(this.late('Digests of closed days'));
    const books = () => Promise.all([compareBooks(this.deps), compareReservations(this.deps)]);
    return this.told(await reconcile(this.deps.records, 'schedule', recentExtent(), books));
  }

  /** The log is kept apart from the records: whoever changes those does not change it. */
  private async chain(): Promise<void> {
    for (const { day, digest } of await chainDays(this.deps.records, CHAINING_MS)) {
      this.log.info('A closed day has its digest', { day, digest });
    }
  }

  /** Over all records. @returns null unless it is due */
  async checkWholeLedger(): Promise<LedgerCheck | null> {
    const { records, settings } = this.deps;
    if (!(await isFullCheckDue(records, settings.FULL_CHECK_INTERVAL_HOURS))) return null;
    return this.told(await reconcile(records, 'schedule', 'all'));
  }

  private told({ results }: ReconciliationDocument): LedgerCheck {
    for (const { id, name, violations, samples, error } of results) {
      if (violations > 0)
        this.log.error('An invariant is violated', { id, name, violations, samples });
      if (error !== null) this.log.error('An invariant could not be checked', { id, name, error });
    }
    return countsOf(results);
  }

  /** A failure does not stop the other tasks; the next run retries it. */
  private late(what: string) {
    return (err: Error) => {
      this.log.warn(`${what} are late`, { err: err.message });
      return 0;
    };
  }
}
