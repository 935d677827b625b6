/**
 * A past of any length, inserted into the records of a running exchange: chats and tickets at a
 * constant rate, backwards from now. A longer past has more days, not busier ones.
 */
import type { mongo } from 'mongoose';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import type { AskDocument } from '../../records/documents/ask';
import type { JournalDocument } from '../../records/documents/journal';
import { chatRecords } from './chat-records';
import { cancelledOrder, expired, pastAsk, pastDeposit, pastPayout } from './market-records';
import { TICKET_TOKENS, ticketRecords } from './ticket-records';

export interface Participants {
  /** The first one places a tenth of the orders, the others share the rest. */
  readonly accountIds: readonly string[];
  /** The first one sells a tenth and is never paid out. */
  readonly sellerIds: readonly string[];
}

/** Chats between two asks of one seller, and between two deposits of one account. */
const CHATS_PER_CHAPTER = 2_000;
const TWO_YEARS_DAYS = 730;
/** Recent enough for every index, old enough to disturb no order under way. */
const NEWEST_AGE_MS = 20 * 60_000;
const RESERVED_TOKENS = 1_000;
const BUSIEST_SHARE = 0.1;
const FAILED_SHARE = 0.03;
const PAID_SHARE = 2n;
/** Every tenth chat comes with a ticket, and every sixth ticket's seller defaulted. */
const CHATS_PER_TICKET = 10;
/** And every twentieth one with a contract order that is cancelled. */
const CHATS_PER_CANCELLATION = 20;
const CANCELLED = 7;
const TICKETS_PER_DEFAULT = 6;

/** Writes per collection; `balances` and `payables` are sums. */
interface Chapter {
  readonly orders: object[];
  readonly fills: object[];
  readonly trades: object[];
  readonly journals: JournalDocument[];
  readonly contractOrders: object[];
  readonly contracts: object[];
  readonly tickets: object[];
  readonly lots: object[];
  readonly holds: object[];
  readonly asks: Map<string, AskDocument>;
}

const INSERTED = [
  ...(['orders', 'fills', 'trades', 'journals'] as const),
  ...(['contractOrders', 'contracts', 'tickets', 'lots', 'holds'] as const),
];

export class History {
  /** Chats written so far, from the newest backwards. */
  private written = 0;
  private readonly newestMs = Date.now() - NEWEST_AGE_MS;
  private readonly random = numbersFrom(20_261_123);

  /**
   * @param most the largest number of chats
   * @param mostDays how long it lasts
   */
  constructor(
    private readonly records: WritableRecords,
    private readonly participants: Participants,
    private readonly most: number,
    private readonly mostDays = TWO_YEARS_DAYS,
  ) {}

  /** Days from the oldest chat to the newest one. */
  get days(): number {
    return (this.mostDays * this.written) / this.most;
  }

  async extendTo(chats: number, tell: (written: number) => void): Promise<void> {
    while (this.written < chats) {
      const end = Math.min(chats, this.written + CHATS_PER_CHAPTER);
      await this.write(this.chapter(this.written, end));
      this.written = end;
      tell(end);
    }
  }

  private chapter(from: number, to: number): Chapter {
    const chapter: Chapter = {
      orders: [],
      fills: [],
      trades: [],
      journals: [],
      contractOrders: [],
      holds: [],
      contracts: [],
      tickets: [],
      lots: [],
      asks: new Map(),
    };
    const startsAt = this.timeOf(to);
    for (let index = from; index < to; index += 1) this.addChat(chapter, index, startsAt);
    this.addMoney(chapter, `past-${from}`, startsAt);
    return chapter;
  }

  private addChat(chapter: Chapter, index: number, startsAt: Date): void {
    const { accountIds, sellerIds } = this.participants;
    const at = this.timeOf(index);
    const accountId = this.oneOf(accountIds);
    if (index % CHATS_PER_CANCELLATION === CANCELLED) {
      const { order, hold, journals } = cancelledOrder(accountId, at);
      chapter.contractOrders.push(order);
      chapter.holds.push(hold);
      chapter.journals.push(...journals);
    }
    const sellerId = this.oneOf(sellerIds);
    const ask = chapter.asks.get(sellerId) ?? pastAsk(sellerId, startsAt);
    chapter.asks.set(sellerId, ask);
    const used = 100 + Math.floor(this.random() * 900);
    const usedTokens = this.random() < FAILED_SHARE ? null : used;
    const chat = { at, accountId, ask, reservedTokens: RESERVED_TOKENS, usedTokens };
    const { order, fill, journals, trade } = chatRecords(chat);
    ask.soldTokens += usedTokens ?? 0;
    chapter.orders.push(order);
    chapter.fills.push(fill);
    chapter.journals.push(...journals);
    if (trade) chapter.trades.push(trade);
    if (index % CHATS_PER_TICKET === 0) this.addTicket(chapter, ask, index);
  }

  private addTicket(chapter: Chapter, ask: AskDocument, index: number): void {
    const hasDefaulted = (index / CHATS_PER_TICKET) % TICKETS_PER_DEFAULT === 5;
    const accountId = this.oneOf(this.participants.accountIds);
    const bought = ticketRecords({ at: this.timeOf(index), accountId, ask, hasDefaulted });
    ask.soldTokens += TICKET_TOKENS;
    chapter.contractOrders.push(bought.contractOrder);
    chapter.contracts.push(bought.contract);
    chapter.tickets.push(bought.ticket);
    chapter.lots.push(bought.lot);
    chapter.trades.push(bought.trade);
    chapter.orders.push(...bought.orders);
    chapter.fills.push(...bought.fills);
    chapter.journals.push(...bought.journals);
  }

  /** Every buyer deposited what it spent; every seller but the first has half of its earnings. */
  private addMoney({ journals }: Chapter, reference: string, at: Date): void {
    const posted = postedOf(journals);
    for (const [account, amountScale8] of posted) {
      const [owner, id = ''] = account.split(':');
      if (owner === 'buyer' && amountScale8 < 0n)
        journals.push(pastDeposit(id, -amountScale8, reference, at));
      const isPaid = owner === 'seller' && id !== this.participants.sellerIds[0];
      const paidScale8 = amountScale8 / PAID_SHARE;
      if (isPaid && paidScale8 > 0n) journals.push(pastPayout(id, paidScale8, reference, at));
    }
  }

  private async write(chapter: Chapter): Promise<void> {
    const { asks, balances, payables } = this.records;
    const quick = { ordered: false, writeConcern: { w: 1, journal: false } } as const;
    for (const name of INSERTED) {
      const documents = chapter[name] as never[];
      if (documents.length > 0) await this.records[name].insertMany(documents, quick);
    }
    await asks.insertMany([...chapter.asks.values()].map(expired), quick);
    await balances.bulkWrite(balanceChanges(chapter.journals), quick);
    const payouts = payoutChanges(chapter.journals);
    if (payouts.length > 0) await payables.bulkWrite(payouts, quick);
  }

  private timeOf(index: number): Date {
    return new Date(this.newestMs - (index * this.mostDays * 86_400_000) / this.most);
  }

  private oneOf(ids: readonly string[]): string {
    const at = this.random() < BUSIEST_SHARE ? 0 : Math.floor(this.random() * ids.length);
    return ids[at]!;
  }
}

function postedOf(journals: readonly JournalDocument[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, phase, side, amountScale8 } of journals.flatMap(({ lines }) => lines)) {
    if (phase !== 'posted') continue;
    const signed = side === 'credit' ? amountScale8 : -amountScale8;
    sums.set(account, (sums.get(account) ?? 0n) + signed);
  }
  return sums;
}

/** Deposits cover the costs, so that only the number of journals changes. */
function balanceChanges(journals: readonly JournalDocument[]) {
  const counts = new Map<string, number>();
  for (const { accountId, lines } of journals) {
    if (accountId === null || !lines.some(({ account }) => account === `buyer:${accountId}`))
      continue;
    counts.set(accountId, (counts.get(accountId) ?? 0) + 1);
  }
  return [...counts].map(([_id, count]) => ({
    updateOne: {
      filter: { _id },
      update: {
        $inc: { postedScale8: 0n, heldScale8: 0n, version: asDouble(count) },
        $set: { updatedAt: new Date() },
      },
      upsert: true,
    },
  })) as unknown as mongo.AnyBulkWriteOperation<never>[] as never[];
}

function payoutChanges(journals: readonly JournalDocument[]) {
  return journals
    .filter(({ kind }) => kind === 'payout')
    .map(({ sellerId, lines, createdAt }) => ({
      updateOne: {
        filter: { _id: sellerId },
        update: {
          $inc: { paidScale8: lines[0]!.amountScale8, earnedScale8: 0n, version: asDouble(1) },
          $set: { updatedAt: createdAt },
          $setOnInsert: { earnedUntil: new Date(0) },
        },
        upsert: true,
      },
    })) as never[];
}

/** Mulberry32: the same numbers in every run, from 0 up to 1. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
