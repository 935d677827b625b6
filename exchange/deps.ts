/**
 * Dependencies of the services, built once per process (see processes/), and the interfaces of the
 * workflows that they start, implemented in temporal/.
 */
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
import type { MarketMeter } from './chat/market-meter';
import type { Refusal } from '../domain/chat';
import type { ContractOrder, PlacedOrder } from '../domain/contract-orders';
import type { Registration, RegistrationOutcome } from '../domain/registration';
import type { SellerStanding, StandingOverride } from '../domain/standing';
import type { SellerDocument } from '../records/documents/seller';
import type { LearnedLimits } from './sellers/learned-limits';
import type { Upstreams } from './sellers/upstreams';
import type { StandingWatch } from './judging/standing-watch';
import type { Tracing } from './tracing/tracing';
import type { WorkTurns } from '../fairness/work-turns';

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

/** Of the newest run; `unknown` when the server has none. */
export type WorkflowState = 'running' | 'ended' | 'unknown';

/** Contract orders, each run by its workflow. */
export interface OrderWorkflows {
  /** @returns `ended` when the workflow had ended before: the records have its outcome */
  place(order: ContractOrder): Promise<PlacedOrder | { readonly kind: 'ended' }>;
  isUnderWay(orderId: string): Promise<boolean>;
  /** @returns false when there was no remainder to cancel */
  cancel(orderId: string): Promise<boolean>;
  /** A lot has ended before its window: its workflow looks at its record. */
  lotEnded(lotId: string): Promise<void>;
}

/** Purchases of tickets, each run by its workflow. */
export interface TicketWorkflows {
  isUnderWay(orderId: string): Promise<boolean>;
  /** @returns null when it was bought, `ended` when the purchase had ended before */
  buyTicket(order: ContractOrder): Promise<Refusal | 'ended' | null>;
}

/** One workflow per endpoint. */
export interface RegistrationWorkflows {
  register(registration: Registration): Promise<RegistrationOutcome>;
}

/** Small requests of the exchange to a seller's endpoint (exchange/probing/). */
export interface ProbePort {
  /** A request that may have provoked its own failure failed at the seller. Returns immediately. */
  suspect(sellerId: string, modelId: string): void;
  /** Before a default: whether probes fail as well. */
  confirmBroken(sellerId: string, modelId: string): Promise<boolean>;
}

/** Standings, set through the workflow of the seller. */
export interface StandingWorkflows {
  set(seller: SellerDocument, override: StandingOverride): Promise<SellerStanding | null>;
}
