/**
 * The writes of one member of a group commit. Members state changes, not commands: the changes of a
 * batch to one balance or ask are summed into a single conditional update.
 */
import type { mongo } from 'mongoose';
import type { AnswerDocument } from '../documents/answer';
import type { AskDocument } from '../documents/ask';
import type { ContractDocument } from '../documents/contract';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { FillDocument } from '../documents/fill';
import type { HoldDocument } from '../documents/hold';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { OrderDocument } from '../documents/order';
import type { PayableDocument } from '../documents/payable';
import type { SellerDocument } from '../documents/seller';
import type { TicketDocument } from '../documents/ticket';
import type { TradeDocument } from '../documents/trade';
import type { WebhookEventDocument } from '../documents/webhook-event';
import type { BookEpoch } from './fence-stripes';
import type { KeyChange } from './key-spend';

/** The effect of one journal on one account. */
export interface BalanceChange {
  readonly accountId: string;
  /** Change of the posted balance. */
  readonly postedScale8: bigint;
  /** Change of the held balance. */
  readonly heldScale8: bigint;
  /** Minimum available balance before the change; 0 when money is only released. */
  readonly neededScale8: bigint;
}

/** The effect of one fill on its account's number of concurrent requests. */
export interface RequestsChange {
  readonly accountId: string;
  readonly change: 1 | -1;
  /** The limit, this request included. */
  readonly limit?: number;
}

/**
 * Tokens of an ask as its book has reserved them, in this epoch. Redis has named the terms: the record
 * of the ask must have them too.
 */
export type TakenTokens = BookEpoch &
  Readonly<Pick<AskDocument, 'sellerId' | 'region' | 'priceScale8'>> & {
    readonly quantityTokens: number;
  };

/**
 * At the price of the ask, or of the resting bid that it met.
 * `before`: the beginning of the delivery window of a later tenor, by MongoDB's clock.
 */
export type BoughtTokens = TakenTokens & { readonly before: Date | null };

/** The effect of one fill on its ask. */
export interface AskChange {
  readonly askId: string;
  /** From remaining to reserved; requires an active ask of these terms with enough remaining, in this epoch. */
  readonly reserved: TakenTokens | null;
  /** From remaining directly to sold; requires the same as `reserved`, at its price or above. */
  readonly bought?: BoughtTokens;
  /** From reserved to sold. */
  readonly soldTokens: number;
  /** From reserved back to remaining, or to the cancelled or expired quantity of an ended ask. */
  readonly returnedTokens: number;
}

type Operations<Document extends mongo.BSON.Document> =
  readonly mongo.AnyBulkWriteOperation<Document>[];

/** Inserts a new document. */
export function insert<Document>(document: Document) {
  return { insertOne: { document } };
}

/**
 * Each operation must insert, match or upsert exactly one document, otherwise nothing is written.
 */
export interface Writes {
  /** Nothing is written during a pause of judging. */
  readonly needsJudging?: true;
  readonly balance?: BalanceChange;
  /** May combine several journals. */
  readonly balances?: readonly BalanceChange[];
  readonly requests?: RequestsChange;
  readonly key?: KeyChange;
  readonly ask?: AskChange;
  readonly asks?: readonly AskChange[];
  readonly newAsks?: Operations<AskDocument>;
  readonly sellers?: Operations<SellerDocument>;
  readonly lots?: Operations<LotDocument>;
  readonly contractOrders?: Operations<ContractOrderDocument>;
  readonly contracts?: Operations<ContractDocument>;
  readonly tickets?: Operations<TicketDocument>;
  readonly payables?: Operations<PayableDocument>;
  readonly fills?: Operations<FillDocument>;
  readonly orders?: Operations<OrderDocument>;
  readonly holds?: Operations<HoldDocument>;
  readonly journals?: Operations<JournalDocument>;
  readonly trades?: Operations<TradeDocument>;
  readonly answers?: Operations<AnswerDocument>;
  /** They expire so long after the time of the transaction, by MongoDB's clock. */
  readonly answersKeptMs?: number;
  /** What webhooks tell about the change. */
  readonly webhookEvents?: Operations<WebhookEventDocument>;
}

/**
 * The result of planning a request: writes with their answer, an immediate answer, or a failure.
 */
export type Step<Answer> =
  | {
      readonly kind: 'write';
      readonly writes: Writes;
      readonly answer: Answer;
      readonly onCommitted?: () => void;
    }
  | { readonly kind: 'answer'; readonly answer: Answer }
  | { readonly kind: 'failure'; readonly error: Error };

/**
 * A transaction that assumes the usual case, because the conditions of its writes verify it;
 * conflicts are read only after a refusal.
 */
export function conditional<Request, Answer>(parts: {
  rows?(request: Request): readonly string[];
  /** For each request its conflicting answer; undefined without a conflict. */
  conflicts(requests: readonly Request[]): Promise<readonly (Answer | undefined)[]>;
  write(request: Request): {
    readonly writes: Writes;
    readonly answer: Answer;
    readonly onCommitted?: () => void;
  };
}): Transaction<Request, Answer> {
  return {
    ...(parts.rows && { rows: parts.rows }),
    async plan(requests, diagnose) {
      const conflicts = diagnose ? await parts.conflicts(requests) : [];
      return requests.map((request, index): Step<Answer> => {
        const conflict = conflicts[index];
        if (conflict) return { kind: 'answer', answer: conflict };
        return { kind: 'write', ...parts.write(request) };
      });
    },
  };
}

/** One kind of ledger transaction. */
export interface Transaction<Request, Answer> {
  /** Whether it precedes the participant's other waiting requests. */
  readonly endsOrder?: true;
  /**
   * The rows that it shares with other requests, as far as they are known before the plan: the ask
   * first, then the account (row-locks.ts).
   */
  rows?(request: Request): readonly string[];
  /**
   * Plans a whole batch with few reads; the steps have the order of the requests.
   * @param diagnose false: assume the usual case, the conditions of the writes verify it. True: a
   *   batch was refused, so read the conflicts and answer with them.
   */
  plan(requests: readonly Request[], diagnose: boolean): Promise<Step<Answer>[]>;
}
