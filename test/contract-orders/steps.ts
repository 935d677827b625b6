/**
 * The steps of an order for capacity on real stores, called one by one, so that what happens between
 * two of them can be chosen. Lots are started at the real Temporal server, where nobody works on them.
 */
import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import { v7 as uuidV7 } from 'uuid';
import {
  type ContractOrderActivities,
  createContractOrderActivities,
} from '../../activities/contract-orders';
import { LotWorkflows } from '../../exchange/contracts/lot-workflows';
import { SPOT_CONTRACT_MS, type ContractOrder } from '../../domain/contract-orders';
import type { BookId } from '../../domain/instruments';
import { headKey, epochKeys } from '../../engine/keys';
import { packId, positionOf } from '../../engine/layouts';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { openStores, type Stores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { ContractOrders } from '../../temporal/contract-orders';
import { newModel } from '../e2e/market';
import { fundedAccount } from '../records/scenario';
import { forFile } from '../support/for-file';
import { testSettings } from '../support/environment';
import type { CapacityFill, CapacityFillText } from '../../domain/fill';

const ONE_USD = 100_000_000n;
/** Per 1,000 tokens. */
export const PRICE = 100_000n;

export class Steps {
  book: BookId;
  readonly activities: ContractOrderActivities;

  private constructor(
    readonly stores: Stores,
    private readonly connection: Connection,
    private readonly accountId: string,
  ) {
    this.book = { modelId: newModel(), tenor: 'spot' };
    const { records, settings } = stores;
    const client = new Client({ connection });
    const service = new ContractOrders(client, settings.TOKENBOOK_DEPLOYMENT, records);
    const lotWorkflows = new LotWorkflows(records, (lot) => service.startLot(lot));
    this.activities = createContractOrderActivities({ ...stores, lotWorkflows });
  }

  static async open(): Promise<Steps> {
    const settings = await testSettings();
    const stores = await openStores(settings, pino({ level: 'silent' }));
    const connection = await Connection.connect({ address: settings.temporalAddress });
    const accountId = await fundedAccount(stores.records as WritableRecords, 100n * ONE_USD);
    return new Steps(stores, connection, accountId);
  }

  /** A test writes what no service would. */
  get records(): WritableRecords {
    return this.stores.records as WritableRecords;
  }

  /** Another book, in which nothing happened yet. */
  useNewBook(): void {
    this.book = { modelId: newModel(), tenor: 'spot' };
  }

  static forFile(): Steps {
    return forFile(
      () => Steps.open(),
      (steps) => steps.close(),
    );
  }

  async close(): Promise<void> {
    await this.connection.close();
    await this.stores.close();
  }

  /** An order whose money is held. @param madeAtMs the time that its id tells */
  async order(terms: Partial<ContractOrder> = {}, madeAtMs = Date.now()): Promise<ContractOrder> {
    const order: ContractOrder = {
      orderId: uuidV7({ msecs: madeAtMs }),
      contractId: uuidV7(),
      accountId: this.accountId,
      requestId: 'request',
      clientOrderId: null,
      ticket: null,
      modelId: this.book.modelId,
      tenor: this.book.tenor,
      region: null,
      excludedOwner: null,
      limitPriceScale8: PRICE.toString(),
      quantityTokens: 1_000,
      timeInForce: 'GTC',
      expiresAtMs: null,
      spotLifetimeMs: SPOT_CONTRACT_MS,
      ...terms,
    };
    expect(await this.activities.openOrder(order)).toEqual({ kind: 'opened' });
    return order;
  }

  /** An ask in the records and, once the book is open, in the book. */
  async ask(capacityTokens: number, priceScale8 = PRICE): Promise<string> {
    const { records } = this;
    const { books, reopen } = this.stores;
    const [askId, sellerId] = [uuidV7(), uuidV7()];
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + 3_600_000);
    const terms = { askId, sellerId, capacityTokens, priceScale8, lotTokens: 1 } as const;
    await records.ledger.asks.create({
      ...terms,
      ...this.book,
      createdAt,
      expiresAt,
      surface: 'market',
      region: 'us-east',
      validForSeconds: 3600,
    });
    for (;;) {
      const placed = await books.place({
        ...terms,
        book: this.book,
        region: 'us-east',
        remainingTokens: capacityTokens,
        expiresAtMs: expiresAt.getTime(),
      });
      if (placed.status === 'placed' || placed.status === 'duplicate') {
        await records.ledger.asks.placed(askId, placed.sequence, placed.epoch);
        return askId;
      }
      await reopen(this.book);
    }
  }

  /** The order comes into its book, and whoever brought it dies with the answer. */
  async enterOnly(order: ContractOrder): Promise<readonly CapacityFill[]> {
    const answer = await this.stores.books.bid({
      ...order,
      book: this.book,
      limitPriceScale8: BigInt(order.limitPriceScale8),
    });
    if (answer.status !== 'accepted') throw new Error(answer.status);
    return answer.fills;
  }

  /** The book loses an order, as a Redis does that came back without its last second. */
  async lose(orderId: string): Promise<void> {
    const { books, redis } = this.stores;
    const page = await books.orders({ book: this.book, cursor: null });
    const bid = page?.orders.find((order) => order.side === 'bid' && order.orderId === orderId);
    if (!bid || bid.side !== 'bid') throw new Error('The book has no such bid');
    const member = Buffer.concat([positionOf(bid).subarray(6), packId(orderId)]);
    await redis.zrem(epochKeys(this.book, page!.epoch).bids(bid.region), member);
    await redis.hincrby(headKey(this.book), 'bids', -1);
    await redis.hdel(headKey(this.book), packId(orderId));
  }

  /** The whole book is gone. */
  async loseBook(): Promise<void> {
    await this.stores.redis.flushdb();
  }

  /** What rests in the book, as `bid 600` or `ask 400`. */
  async resting(): Promise<string[]> {
    const page = await this.stores.books.orders({ book: this.book, cursor: null });
    const orders = page?.orders.filter(({ remainingTokens }) => remainingTokens > 0) ?? [];
    return orders.map(({ side, remainingTokens }) => `${side} ${remainingTokens}`);
  }

  async status(order: ContractOrder): Promise<string> {
    const document = await this.stores.records.contractOrders.findOne({ _id: order.orderId });
    const { status, filledTokens, openTokens } = document!;
    return `${status} ${filledTokens}/${openTokens}`;
  }

  async expectExact(): Promise<void> {
    const results = await checkInvariants(this.stores.records);
    expect(results.filter(({ status }) => status !== 'ok')).toEqual([]);
  }
}

/** A fill as the relay tells it. */
export function told(fills: readonly CapacityFill[]): CapacityFillText[] {
  return fills.map((fill) => ({ ...fill, priceScale8: fill.priceScale8.toString() }));
}
