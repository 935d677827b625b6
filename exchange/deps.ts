/** Dependencies of the services, built once per process (see processes/). */
import type { AnswerPublisher } from '../channel/answer-publisher';
import type { Catalog } from '../config/catalog';
import type { Settings } from '../config/settings';
import type { Sealer } from '../domain/sealing';
import type { BookId } from '../domain/instruments';
import type { OrderBooks } from '../engine/book';
import type { Sessions } from './chat/sessions';
import type { Records } from '../records/connect';
import type { SellerClient } from './dispatch/seller-client';
import type { CorrelatedFailures } from './judging/correlated-failures';
import type { MarketMeter } from './market-meter';
import type { ProbePort } from './ports';
import type { LearnedLimits } from './sellers/learned-limits';
import type { Upstreams } from './sellers/upstreams';
import type { StandingWatch } from './standing-watch';
import type { Tracing } from './tracing';
import type { WorkTurns } from './work-turns';

export interface ExchangeDeps {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly records: Records;
  readonly books: OrderBooks;
  /** Rebuilds a book without an epoch from the records; opens a new book. */
  reopen(book: BookId): Promise<void>;
  /**
   * For callers that only reserve.
   * @returns false for a book without orders
   */
  reopenKnown(book: BookId): Promise<boolean>;
  /**
   * Whether the records have this epoch of the book; a book with another epoch is rebuilt and must
   * be asked again.
   */
  isEpochCurrent(book: BookId, epoch: number): Promise<boolean>;
  readonly channel: AnswerPublisher;
  readonly sealer: Sealer;
  readonly sellerClient: SellerClient;
  readonly upstreams: Upstreams;
  readonly sessions: Sessions;
  readonly learnedLimits: LearnedLimits;
  readonly standings: StandingWatch;
  readonly probes: ProbePort;
  readonly judging: CorrelatedFailures;
  readonly turns: WorkTurns;
  readonly meter: MarketMeter;
  readonly tracing: Tracing;
}
