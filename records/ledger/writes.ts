/**
 * What one member of a group commit wants written. Members say what changes, not how: the changes
 * of a batch to one balance or one ask are added up and go out as a single conditional update.
 */
import type { mongo } from 'mongoose';
import type { AnswerDocument } from '../answer';
import type { AskDocument } from '../ask';
import type { ContractDocument } from '../contract';
import type { ContractOrderDocument } from '../contract-order';
import type { FillDocument } from '../fill';
import type { HoldDocument } from '../hold';
import type { JournalDocument } from '../journal';
import type { LotDocument } from '../lot';
import type { OrderDocument } from '../order';
import type { PayableDocument } from '../payable';
import type { SellerDocument } from '../seller';
import type { TicketDocument } from '../ticket';
import type { TradeDocument } from '../trade';

/** The effect of one journal on one account. */
export interface BalanceChange {
  readonly accountId: string;
  /** Change of the posted balance. */
  readonly postedScale8: bigint;
  /** Change of what is held. */
  readonly heldScale8: bigint;
  /** What must be available before; 0 when money is only given back. */
  readonly neededScale8: bigint;
}

/** The effect of one fill on how many requests of its account are under way. */
export interface RequestsChange {
  readonly accountId: string;
  readonly change: 1 | -1;
  /** How many may be under way, this one included. */
  readonly limit?: number;
}

/** The effect of one fill on its ask. */
export interface AskChange {
  readonly askId: string;
  /** From remaining to reserved; needs an active ask of this epoch that has as much. */
  readonly reserved: { readonly quantityTokens: number; readonly epoch: number } | null;
  /** From remaining to sold at once; needs what `reserved` needs. */
  readonly bought?: { readonly quantityTokens: number; readonly epoch: number };
  /** From reserved to sold. */
  readonly soldTokens: number;
  /** From reserved back to remaining, or to where the rest of an ended ask goes. */
  readonly returnedTokens: number;
}

type Operations<Document extends mongo.BSON.Document> =
  readonly mongo.AnyBulkWriteOperation<Document>[];

/** A document that is new. */
export function insert<Document>(document: Document) {
  return { insertOne: { document } };
}

/** Each operation must insert, match or upsert exactly one document, else nothing is written. */
export interface Writes {
  readonly balance?: BalanceChange;
  /** Of several journals at once. */
  readonly balances?: readonly BalanceChange[];
  readonly requests?: RequestsChange;
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
}

/** What a request comes to: writes with the answer they earn, an answer at once, or a failure. */
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
 * A transaction that takes for granted what usually holds, because the conditions of its writes
 * will tell; what stands in the way is read only after a refusal.
 */
export function conditional<Request, Answer>(parts: {
  /** For each request the answer that stands in its way; undefined where nothing does. */
  conflicts(requests: readonly Request[]): Promise<readonly (Answer | undefined)[]>;
  write(request: Request): {
    readonly writes: Writes;
    readonly answer: Answer;
    readonly onCommitted?: () => void;
  };
}): Transaction<Request, Answer> {
  return {
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
  /** Whether it goes before the participant's others that wait. */
  readonly endsOrder?: true;
  /**
   * Plans a whole batch with few reads; steps stand in the order of the requests.
   * @param diagnose false: take what usually holds for granted, the conditions of the writes will tell.
   *   True: a batch was refused, so read what stands in the way and answer with it.
   */
  plan(requests: readonly Request[], diagnose: boolean): Promise<Step<Answer>[]>;
}
