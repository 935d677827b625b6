/** Orders on a book of a real exchange without gateways, and what its relays make of them. */
import { type Client, defaultPayloadConverter } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { v7 as uuidV7 } from 'uuid';
import type { Settings } from '../../config/settings';
import { bookChannelKey, type BookMessage, type BookTrade } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import { formatPrice } from '../../domain/money';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import { OrderBooks } from '../../engine/book';
import { readJournal } from '../../engine/journal';
import { orderFillOf } from '../../engine/layouts';
import { rebuildBook } from '../../engine/rebuild';
import { asDouble } from '../../records/collections';
import { connectRecords, type WritableRecords } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { lazyTemporal } from '../../temporal/connection';
import { print } from '../market/tape';
import type { CapacityFill } from '../../domain/fill';

export class Traffic {
  readonly book: BookId = { modelId: `model-${randomUUID()}`, tenor: 'spot' };
  /** What a gateway would have received, in order. */
  readonly messages: BookMessage[] = [];
  readonly tradeIds: string[] = [];
  readonly askIds: string[] = [];
  private isFlowing = false;
  private flowing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly settings: Settings,
    readonly redis: Redis,
    private readonly gateway: Redis,
    readonly records: WritableRecords,
    readonly books: OrderBooks,
    private readonly temporal: { client: Client; close(): Promise<void> },
  ) {}

  static async open(settings: Settings): Promise<Traffic> {
    const redis = new Redis(settings.redisUrl);
    const records = await connectRecords(settings);
    const books = new OrderBooks(redis);
    const temporal = lazyTemporal(settings);
    const gateway = new Redis(settings.redisUrl);
    const traffic = new Traffic(settings, redis, gateway, records, books, temporal);
    await traffic.listen();
    const { book } = traffic;
    await rebuildBook(books, book, records.loadBook);
    return traffic;
  }

  start(): void {
    this.isFlowing = true;
    this.flowing = this.flow();
  }

  async stopFlow(): Promise<void> {
    this.isFlowing = false;
    await this.flowing;
  }

  async close(): Promise<void> {
    await this.stopFlow();
    this.redis.disconnect();
    this.gateway.disconnect();
    await this.temporal.close();
    await this.records.close();
  }

  /** Every fill of a bid that the book has made. */
  async fills(): Promise<CapacityFill[]> {
    const events = await readJournal(this.redis, this.book, { epoch: 1, version: -1 }, 1_000_000);
    return events.flatMap((event) => orderFillOf(event) ?? []);
  }

  /** Fill ids that the workflow of an order was given, as often as it was. */
  async handedTo(orderId: string): Promise<string[]> {
    const workflowId = contractOrderWorkflowId(this.settings.TOKENBOOK_DEPLOYMENT, orderId);
    const { events } = await this.temporal.client.workflow.getHandle(workflowId).fetchHistory();
    return (events ?? []).flatMap(({ workflowExecutionSignaledEventAttributes: signal }) => {
      const [payload] = signal?.input?.payloads ?? [];
      if (!payload) return [];
      const fills = defaultPayloadConverter.fromPayload<readonly CapacityFill[]>(payload);
      return fills.map(({ fillId }) => fillId);
    });
  }

  /** The depth of asks and bids as the engine shows it, as the newest message should. */
  async depth(): Promise<{ sequence: number; asks: string[]; bids: string[] }> {
    const { asks, bids, sequence } = await this.books.levels({ book: this.book, region: null });
    const lines = (levels: typeof asks) =>
      levels.map(
        ({ priceScale8, quantityTokens }) =>
          `${formatPrice(priceScale8, 'perThousand')} x ${quantityTokens}`,
      );
    return { sequence, asks: lines(asks), bids: lines(bids) };
  }

  get trades(): BookTrade[] {
    return this.messages.flatMap(({ trades }) => trades);
  }

  /** Depth messages alone. */
  get depths(): BookMessage[] {
    return this.messages.filter(({ asks }) => asks !== null);
  }

  private async listen(): Promise<void> {
    const key = bookChannelKey(this.settings.TOKENBOOK_DEPLOYMENT);
    await this.gateway.subscribe(`${key}-request#/#`);
    this.gateway.on('message', (_channel, text) => {
      const request = JSON.parse(text) as { data: [string, BookMessage] };
      this.messages.push(request.data[1]);
    });
  }

  /** Short-lived asks, bids that meet some of them, and trades of others. */
  private async flow(): Promise<void> {
    for (let at = 0; this.isFlowing; at += 1) {
      await this.ask(at);
      if (at % 2 === 0) await this.bid(at);
      if (at % 3 === 0) await this.printTrade();
      await delay(15);
    }
  }

  private async ask(at: number): Promise<void> {
    const { records, books, book } = this;
    const expiresAt = new Date(Date.now() + 400 + (at % 10) * 150);
    const terms = {
      sellerId: uuidV7(),
      region: 'us-east' as const,
      priceScale8: BigInt(100_000 + (at % 5) * 1_000),
      capacityTokens: 100,
      lotTokens: 1,
    };
    const askId = uuidV7();
    const validForSeconds = 1;
    const createdAt = new Date();
    const surface = 'market' as const;
    const written = { askId, ...book, ...terms, surface, validForSeconds, createdAt, expiresAt };
    await records.ledger.asks.create(written);
    const remainingTokens = terms.capacityTokens;
    const expiresAtMs = expiresAt.getTime();
    const placed = await books.place({ book, askId, ...terms, remainingTokens, expiresAtMs });
    if (placed.status !== 'placed') return;
    await records.ledger.asks.placed(askId, placed.sequence, placed.epoch);
    this.askIds.push(askId);
  }

  /** Some take what is there, some rest until an ask comes. */
  private async bid(at: number): Promise<void> {
    const orderId = uuidV7();
    const limitPriceScale8 = BigInt(98_000 + (at % 6) * 1_000);
    const quantityTokens = 50 + (at % 4) * 40;
    await this.records.contractOrders.insertOne(
      this.orderOf(orderId, limitPriceScale8, quantityTokens),
    );
    await this.books.bid({
      book: this.book,
      orderId,
      limitPriceScale8,
      quantityTokens,
      region: null,
      excludedOwner: null,
      timeInForce: 'GTC',
      expiresAtMs: null,
    });
  }

  private orderOf(
    orderId: string,
    limitPriceScale8: bigint,
    quantityTokens: number,
  ): ContractOrderDocument {
    const now = new Date();
    return {
      _id: orderId,
      accountId: uuidV7(),
      clientOrderId: null,
      contractId: uuidV7(),
      ticketId: null,
      ...this.book,
      region: null,
      excludedOwner: null,
      timeInForce: 'GTC',
      limitPriceScale8,
      quantityTokens: asDouble(quantityTokens),
      filledTokens: asDouble(0),
      openTokens: asDouble(quantityTokens),
      closedTokens: asDouble(0),
      costScale8: 0n,
      status: 'open',
      reason: null,
      sequence: null,
      fillCount: asDouble(0),
      spotLifetimeMs: asDouble(3_600_000),
      workflowId: contractOrderWorkflowId(this.settings.TOKENBOOK_DEPLOYMENT, orderId),
      requestId: randomUUID(),
      createdAt: now,
      updatedAt: now,
      expiresAt: null,
    };
  }

  private async printTrade(): Promise<void> {
    const { modelId } = this.book;
    const ids = await print(this.records, [{ modelId, executedAt: new Date() }]);
    this.tradeIds.push(...ids);
  }
}
