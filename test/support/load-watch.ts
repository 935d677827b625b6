/**
 * Checks what must hold at every moment, again and again while a load runs: the invariants of the
 * records, those of the books, and what clients were told.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pino from 'pino';
import { compareBooks } from '../../exchange/books/compare-books';
import { compareReservations } from '../../exchange/books/compare-reservations';
import { recentExtent } from '../../exchange/maintenance/reconcile';
import { type Stores, openStores } from '../../processes/parts';
import { checkInvariants } from '../../records/invariants/check-invariants';
import type { Exchange } from './exchange';
import type { Observer } from './observer';

/** Between two checks: the load needs the processors. */
const PAUSE_MS = 3_000;

export class LoadWatch {
  /** Complete checks of the records and of the answers. */
  checks = 0;
  /** Complete checks of the books. */
  bookChecks = 0;
  private readonly faults: string[] = [];
  /** How many answers were compared with the ledger. */
  private lookedAt = 0;
  private isOver = false;
  private readonly watching: Promise<unknown>;

  private constructor(
    private readonly exchange: Exchange,
    private readonly observer: Observer,
    private readonly stores: Stores,
  ) {
    this.watching = Promise.all([
      this.again(() => this.checkRecords()),
      this.again(() => this.checkBooks()),
    ]);
    this.watching.catch(() => undefined); // `end` awaits it
  }

  static async begin(exchange: Exchange, observer: Observer): Promise<LoadWatch> {
    const stores = await openStores(exchange.settings, pino({ level: 'silent' }));
    return new LoadWatch(exchange, observer, stores);
  }

  /** Waits for the checks under way. @throws what was violated at any moment */
  async end(): Promise<void> {
    this.isOver = true;
    await this.watching;
    expect(this.faults).toEqual([]);
  }

  /** Gives the checks up that are under way. */
  async close(): Promise<void> {
    this.isOver = true;
    await this.stores.close();
  }

  private async again(check: () => Promise<void>): Promise<void> {
    do {
      await check();
      await delay(PAUSE_MS);
    } while (!this.isOver);
  }

  private async checkRecords(): Promise<void> {
    const { records } = this.exchange;
    this.note(await checkInvariants(records, recentExtent()));
    const { length } = this.observer.told;
    this.faults.push(...(await this.observer.violations(records, this.lookedAt)));
    this.lookedAt = length;
    this.checks += 1;
  }

  /** What differs is looked at again behind a lease. */
  private async checkBooks(): Promise<void> {
    const { books, records, settings } = this.stores;
    const deps = { books, records, settings };
    this.note(await Promise.all([compareBooks(deps), compareReservations(deps)]));
    this.bookChecks += 1;
  }

  private note(results: Awaited<ReturnType<typeof checkInvariants>>): void {
    for (const { id, status, samples, error } of results) {
      if (status !== 'ok') this.faults.push(`${id} ${status}: ${error ?? samples.join()}`);
    }
  }
}
