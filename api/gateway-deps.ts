/** Dependencies of the gateway's surfaces; assembled by its process. */
import type { RedisClient } from '../engine/connect-redis';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Catalog } from '../config/catalog';
import type { Settings } from '../config/settings';
import type { BookId } from '../domain/instruments';
import type { Sealer } from '../domain/sealing';
import type { PublicJwks } from '../domain/signing';
import type { OrderBooks } from '../engine/book';
import type { NameResolver } from '../exchange/dispatch/name-resolver';
import type {
  OrderWorkflows,
  RegistrationWorkflows,
  StandingWorkflows,
  TicketWorkflows,
} from '../exchange/deps';
import type { Tracing } from '../exchange/tracing/tracing';
import type { WorkTurns } from '../fairness/work-turns';
import type { Records } from '../records/connect';
import type { ChatRoute } from './buyer/chat/route';
import type { Readiness } from './operator/health';

export interface GatewayDeps {
  readonly settings: Settings;
  readonly catalog: Catalog;
  readonly records: Records;
  readonly books: OrderBooks;
  readonly redis: RedisClient;
  readonly logger: Logger;
  readonly turns: WorkTurns;
  readonly tracing: Tracing;
  /** Rebuilds a book from MongoDB; opens a new book. */
  readonly reopen: (book: BookId) => Promise<void>;
  /** For callers that only read or reserve: a book without orders stays closed. */
  readonly reopenKnown: (book: BookId) => Promise<boolean>;
  /**
   * Whether the records have this epoch of the book; a book with another epoch is rebuilt and must
   * be asked again.
   */
  readonly isEpochCurrent: (book: BookId, epoch: number) => Promise<boolean>;
  readonly sealer: Sealer;
  /** Resolves host names of sellers and webhooks. */
  readonly names: Pick<NameResolver, 'resolve' | 'lookup'>;
  readonly contractOrders: OrderWorkflows & TicketWorkflows;
  readonly registrations: RegistrationWorkflows;
  readonly standings: StandingWorkflows;
  /** Public keys that verify the signature of a dispatch, as in RFC 7517. */
  readonly signingJwks: PublicJwks;
  /** `POST /v1/chat/completions`. */
  readonly chat: ChatRoute;
  /** Adds the metrics of the process to those of its surfaces. */
  readonly measure: (registry: Registry) => void;
  /** Of every part, for operators. */
  readonly readiness: () => Promise<Readiness>;
  /** Whether requests should be sent here: chats go on without Temporal. */
  readonly serving: () => Promise<Readiness>;
}
