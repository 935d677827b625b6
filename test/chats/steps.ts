/**
 * The steps of a chat on real stores, called one by one, so that what happens between two of them
 * can be chosen: a lost answer, a race, a repeated activity.
 */
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { v7 as uuidV7 } from 'uuid';
import { isLast } from '../../channel/messages';
import type { Settings } from '../../config/settings';
import type { ChatOrder, MatchOutcome, MatchedFill } from '../../domain/chat';
import type { BookId } from '../../domain/instruments';
import type { Standing } from '../../domain/standing';
import type { ExchangeDeps } from '../../exchange/deps';
import { createMatchSteps } from '../../exchange/chat/match';
import { type ExchangeParts, type Stores, buildExchange, openStores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { type Temporal, connectTemporal } from '../../temporal/connection';
import { newModel } from '../e2e/market';
import { fundedAccount } from '../records/scenario';
import { forFile } from '../support/for-file';
import { testSettings } from '../support/environment';
import { chatBody } from '../support/exchange';

/** Per 1,000 tokens. */
export const PRICE = 100_000n;
export const DEPOSIT = 1_000_000_000n;
/** What `order` asks for: 100 tokens cost this much. */
export const TOKENS = 100;
export const COST = 10_000n;
/** A moment ago the account had more than any order costs. */
export const PLENTY = 1_000_000_000_000n;

export class ChatSteps {
  private book: BookId = { modelId: newModel(), tenor: 'spot' };

  private constructor(
    readonly stores: Stores,
    private readonly temporal: Temporal,
    private readonly exchange: ExchangeParts,
  ) {}

  static async open(parts: Partial<Settings> = {}): Promise<ChatSteps> {
    const settings = await testSettings(parts);
    const stores = await openStores(settings, pino({ level: 'silent' }));
    const temporal = await connectTemporal(settings);
    return new ChatSteps(stores, temporal, buildExchange(stores, temporal));
  }

  get deps(): ExchangeDeps {
    return this.exchange.deps;
  }

  /** A test writes what no service would. */
  get records(): WritableRecords {
    return this.stores.records as WritableRecords;
  }

  /** Another book, in which nothing happened yet. */
  useNewBook(): void {
    this.book = { modelId: newModel(), tenor: 'spot' };
  }

  static forFile(): ChatSteps {
    return forFile(
      () => ChatSteps.open(),
      (steps) => steps.close(),
    );
  }

  async close(): Promise<void> {
    await this.exchange.close();
    await this.temporal.close();
    await this.stores.close();
  }

  /** @param endpointUrl by default nobody listens there */
  async seller(endpointUrl?: string, standing: Standing = 'Active'): Promise<string> {
    const sellerId = randomUUID();
    const now = new Date();
    await this.records.models.sellers.create({
      _id: sellerId,
      name: 'Seller',
      owner: null,
      standing,
      apiKeyHash: sellerId,
      endpointUrl: endpointUrl ?? `http://127.0.0.1:1/${sellerId}`,
      quotas: {},
      registeredAt: now,
      updatedAt: now,
    });
    return sellerId;
  }

  /** An ask in the records and in the book. */
  async ask(
    capacityTokens: number,
    { priceScale8 = PRICE, sellerId }: { priceScale8?: bigint; sellerId?: string } = {},
  ): Promise<{ askId: string; sellerId: string }> {
    const { book, records } = this;
    const { books, reopen } = this.stores;
    const ask = { askId: uuidV7(), sellerId: sellerId ?? (await this.seller()) };
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + 3_600_000);
    const terms = { ...ask, capacityTokens, priceScale8, lotTokens: 1, region: 'us-east' } as const;
    await records.ledger.asks.create({
      ...terms,
      ...book,
      createdAt,
      expiresAt,
      surface: 'market',
      validForSeconds: 3600,
    });
    await reopen(book);
    const remainder = { remainingTokens: capacityTokens, expiresAtMs: expiresAt.getTime() };
    const placed = await books.place({ ...terms, ...remainder, book });
    if (placed.status !== 'placed' && placed.status !== 'duplicate') throw new Error(placed.status);
    await records.ledger.asks.placed(ask.askId, placed.sequence, placed.epoch);
    return ask;
  }

  /** A bid for 100 tokens, of a buyer of its own. */
  async order(terms: Partial<ChatOrder> = {}, body: object = {}): Promise<ChatOrder> {
    const { modelId } = this.book;
    const orderId = uuidV7();
    const bytes = Buffer.from(JSON.stringify(chatBody({ model: modelId, ...body })));
    const sealed = this.stores.sealer.seal(bytes, orderId).toString('base64');
    return {
      orderId,
      workflowId: `chat-${orderId}`,
      requestId: 'request',
      modelId,
      accountId: terms.accountId ?? (await fundedAccount(this.records, DEPOSIT)),
      idempotencyId: null,
      region: null,
      sellerId: null,
      venuePin: null,
      streamed: false,
      excludedSellerIds: [],
      ceilingScale8: String(10n * PRICE),
      choices: 1,
      elastic: false,
      promptTokens: 10,
      countedPromptTokens: 10,
      quantityMinTokens: TOKENS,
      quantityMaxTokens: TOKENS,
      request: {
        sealed,
        orderId,
      },
      limits: {
        deadlineMs: 6e4,
        answerTimeoutMs: 6e4,
        heartbeatMs: 5e3,
      },
      ...terms,
    };
  }

  /** The step `match` with a seed of its own. */
  async matched(order: ChatOrder): Promise<MatchedFill> {
    return fillOf(await createMatchSteps(this.deps).match(order, uuidV7(), []));
  }

  /** Tokens that the book offers to everybody. */
  async offered(): Promise<number> {
    const { asks } = await this.stores.books.levels({ book: this.book, region: null });
    return asks.reduce((sum, { quantityTokens }) => sum + quantityTokens, 0);
  }

  /** The book is gone, as with a Redis that restarted empty. */
  async loseBooks(): Promise<void> {
    await this.stores.redis.flushdb();
  }

  /** What the buyer has paid, and what is held of its money. */
  async moneyOf({ accountId }: ChatOrder): Promise<{ paid: bigint; held: bigint }> {
    const { postedScale8, heldScale8 } = await this.records.ledger.balanceOf(accountId);
    return { paid: DEPOSIT - postedScale8, held: heldScale8 };
  }

  async statusOf({ orderId }: ChatOrder): Promise<string | undefined> {
    return (await this.records.orders.findOne({ _id: orderId }))?.status;
  }

  /** How the order ended, as its readers are told: a refusal's code, or what the answer says. */
  async told({ orderId }: ChatOrder): Promise<string[]> {
    const placed = await this.deps.channel.written(orderId);
    return placed.flatMap(({ message }) => {
      if (!isLast(message)) return [];
      if (message.kind === 'refused') return [message.refusal.code];
      return message.kind === 'settled' ? [JSON.stringify(message.body)] : [];
    });
  }
}

export function fillOf(outcome: MatchOutcome): MatchedFill {
  if (outcome.kind !== 'matched') throw new Error(JSON.stringify(outcome));
  return outcome.fill;
}

export function refusalOf(outcome: MatchOutcome): string {
  return outcome.kind === 'refused' ? outcome.refusal.code : outcome.kind;
}

type Result<Method> = Method extends (...args: never[]) => Promise<infer Value> ? Value : never;

/** Something else happens at the next call of a method. @param instead may make the real call */
export function atNextCall<Part extends object, Name extends keyof Part & string>(
  part: Part,
  name: Name,
  instead: (real: () => Promise<Result<Part[Name]>>) => Promise<Result<Part[Name]>>,
): void {
  type Method = (...args: unknown[]) => Promise<Result<Part[Name]>>;
  const method = part[name] as Method;
  const spy = jest.spyOn(part as Record<string, Method>, name);
  spy.mockImplementationOnce((...args) => instead(() => method.apply(part, args)));
}

/** The next call does its work, and its caller loses the connection before it hears of that. */
export function loseNextAnswer<Part extends object, Name extends keyof Part & string>(
  part: Part,
  name: Name,
): void {
  atNextCall(part, name, async (real) => {
    await real();
    throw new Error('The connection was lost');
  });
}
