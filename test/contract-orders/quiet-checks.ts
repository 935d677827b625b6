/** What must be true of orders for capacity once nothing is under way any more. */
import pino from 'pino';
import type { BookId } from '../../domain/instruments';
import type { Tenor } from '../../domain/tenors';
import { mayRest } from '../../domain/time-in-force';
import type { OrderBooks } from '../../engine/book';
import { openStores, type Stores } from '../../processes/parts';
import { readContract, readOrder } from '../contracts/market';
import type { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { allDeliveries } from './deliveries';
import type { MixedLoad, ToldOrder } from './mixed-load';

const QUIET_WITHIN_MS = 120_000;

export class QuietChecks {
  private constructor(
    private readonly exchange: Exchange,
    private readonly load: MixedLoad,
    private readonly stores: Stores,
  ) {}

  static async open(exchange: Exchange, load: MixedLoad): Promise<QuietChecks> {
    const stores = await openStores(exchange.settings, pino({ level: 'silent' }));
    return new QuietChecks(exchange, load, stores);
  }

  close(): Promise<void> {
    return this.stores.close();
  }

  /** @throws the first thing that is not as it must be */
  async all(): Promise<void> {
    expect(this.load.unanswered).toEqual([]);
    await this.exchange.expectExact(QUIET_WITHIN_MS);
    for (const modelId of this.load.models) await this.bookIsRecords(modelId);
    await this.workflowsStandRightly();
    for (const told of this.load.told) await this.everybodyIsToldTheSame(told);
    await this.sellersAreToldTheSame();
    await this.exchange.expectExact(QUIET_WITHIN_MS);
  }

  /** Every order of the book is one of the records, with what is open of it, and the other way. */
  private async bookIsRecords(modelId: string): Promise<void> {
    await this.eventually(`the book of ${modelId} to be what the records say`, () =>
      expectBookIsRecords(this.exchange.records, this.stores.books, modelId),
    );
  }

  /** An order that rests has its workflow; one that is over has none that runs. */
  private async workflowsStandRightly(): Promise<void> {
    const { contractOrders, lots } = this.exchange.records;
    await this.eventually('the workflows of orders to stand as their records', async () => {
      const wrong: string[] = [];
      for (const { _id, status, workflowId, timeInForce } of await contractOrders
        .find()
        .toArray()) {
        const described = await this.exchange.temporal.workflow.getHandle(workflowId).describe();
        const isRunning = described.status.name === 'RUNNING';
        const mayRun = status === 'open' && mayRest(timeInForce);
        if (isRunning !== mayRun) wrong.push(`${_id} ${status} ${described.status.name}`);
      }
      expect(wrong).toEqual([]);
      expect(await lots.countDocuments({ hasStory: false })).toBe(0);
    });
  }

  private async everybodyIsToldTheSame(told: ToldOrder): Promise<void> {
    const { orderId, cancels, timeInForce, endedByOperator } = told;
    const order = await readOrder(this.exchange, this.load.key, orderId);
    const { status, filled_quantity: filled, remaining, contract_id: contractId } = order;
    const what = `${orderId} ${timeInForce} ${status} ${cancels.join()}`;
    if (cancels.includes(204)) expect([what, status]).toEqual([what, 'cancelled']);
    if (cancels.length > 0) expect([what, remaining]).toEqual([what, 0]);
    const mayHaveBeenCancelled = endedByOperator || cancels.some((code) => code !== 404);
    const isCancelled = status === 'cancelled' && mayRest(timeInForce);
    if (isCancelled) expect([what, mayHaveBeenCancelled]).toEqual([what, true]);
    const trades = await this.exchange.records.trades.find({ orderId }).toArray();
    const traded = trades.reduce((sum, trade) => sum + trade.quantityTokens, 0);
    expect([what, traded]).toEqual([what, filled]);
    if (contractId === null) return;
    const contract = await readContract(this.exchange, this.load.key, contractId);
    expect([what, contract.quantity]).toEqual([what, filled]);
  }

  private async sellersAreToldTheSame(): Promise<void> {
    const { records } = this.exchange;
    for (const seller of this.load.sellers) {
      const rows = await allDeliveries(this.exchange, seller);
      const told = rows.reduce((sum, row) => sum + row.remaining, 0);
      const open = await records.lots
        .find({ sellerId: seller.sellerId, status: 'open', endsAt: { $gt: new Date() } })
        .toArray();
      const owed = open.reduce((sum, lot) => sum + lot.remainingTokens + lot.reservedTokens, 0);
      expect(told).toBe(owed);
    }
  }

  private async eventually(what: string, look: () => Promise<void>): Promise<void> {
    await until(async () => (await look(), true), {
      what,
      timeoutMs: QUIET_WITHIN_MS,
      everyMs: 100,
    });
  }
}

/** Every order of the book is one of the records, with what is open of it, and the other way. */
export async function expectBookIsRecords(
  { asks, contractOrders }: Exchange['records'],
  books: OrderBooks,
  modelId: string,
  tenor: Tenor = 'spot',
): Promise<void> {
  const book = { modelId, tenor };
  const active = await asks
    .find({ ...book, status: 'active', expiresAt: { $gt: new Date() } })
    .toArray();
  const open = await contractOrders.find({ ...book, status: 'open' }).toArray();
  expect(await ordersOf(books, book)).toEqual(
    [
      ...active.map(({ _id, remainingTokens }) => `ask ${_id} ${remainingTokens}`),
      ...open.map(({ _id, openTokens }) => `bid ${_id} ${openTokens}`),
    ].sort(),
  );
}

async function ordersOf(books: OrderBooks, book: BookId): Promise<string[]> {
  const orders = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const page = await books.orders({ book, cursor });
    if (!page) throw new Error('the book is not open');
    for (const order of page.orders) {
      const id = order.side === 'ask' ? order.askId : order.orderId;
      if (order.remainingTokens === 0 || (order.expiresAtMs ?? Infinity) <= Date.now()) continue;
      orders.set(id, `${order.side} ${id} ${order.remainingTokens}`);
    }
    ({ cursor } = page);
  } while (cursor !== null);
  return [...orders.values()].sort();
}
