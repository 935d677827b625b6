/**
 * A reader in a hurry of everything that shows what is left of a contract, at every gateway in turn.
 * What is undrawn only ever falls, so whichever view is read later must not say more than one that
 * was read before, nor more than what the redemptions leave that were answered before it was asked.
 */
import { as } from '../contracts/market';
import type { Exchange } from '../support/exchange';
import type { TicketMarket } from './ticket-market';

const LIVE = new Set(['active', 'pending']);

export class Watcher {
  reads = 0;
  /** What redemptions were charged, as far as they have been answered. */
  redeemedTokens = 0;
  /** Statuses of the contract in the order in which they were seen. */
  readonly statuses: string[] = [];
  private readonly left = new Map<string, number>();
  private watching = true;
  private readonly done: Promise<void>;
  private quantityTokens = 0;

  constructor(
    private readonly exchange: Exchange,
    private readonly market: TicketMarket,
  ) {
    this.done = this.watch();
    this.done.catch(() => undefined); // thrown by stop()
  }

  /** @throws what was seen that must not be */
  async stop(): Promise<void> {
    this.watching = false;
    await this.done;
    expect(this.reads).toBeGreaterThan(0);
  }

  private async watch(): Promise<void> {
    for (let gateway = 0; this.watching; gateway = (gateway + 1) % this.exchange.gateways.length) {
      await this.contract(gateway);
      await this.ticket(gateway);
      await this.deliveries(gateway);
      await this.listed(gateway);
      await this.order(gateway);
      this.reads += 1;
    }
  }

  private async get(path: string, gateway: number, headers = as(this.market.key).headers) {
    const { status, body } = await this.exchange.send('GET', path, { headers, gateway });
    expect([path, status]).toEqual([path, 200]);
    return body;
  }

  private async contract(gateway: number): Promise<void> {
    const redeemedTokens = this.redeemedTokens;
    this.judge(
      await this.get(`/market/v1/contracts/${this.market.contractId}`, gateway),
      redeemedTokens,
    );
  }

  private async listed(gateway: number): Promise<void> {
    const redeemedTokens = this.redeemedTokens;
    const { contracts } = await this.get('/market/v1/contracts', gateway);
    expect(contracts).toHaveLength(1);
    this.judge(contracts[0], redeemedTokens);
  }

  /** One response agrees with itself. */
  private judge(contract: any, redeemedTokens: number): void {
    const { lots, status, quantity } = contract;
    const left = leftOf(contract);
    this.quantityTokens = quantity;
    const sum = (field: string) => lots.reduce((total: number, lot: any) => total + lot[field], 0);
    expect([left, quantity]).toEqual([sum('remaining') + sum('reserved_tokens'), sum('quantity')]);
    expect([status, LIVE.has(status)]).toEqual([status, left > 0]);
    for (const lot of lots) {
      expect([lot.status, LIVE.has(lot.status)]).toEqual([lot.status, leftOf(lot) > 0]);
      this.fell(lot.lot_id, leftOf(lot));
    }
    expect(left).toBeLessThanOrEqual(quantity - redeemedTokens);
    this.fell('contract', left);
    if (this.statuses.at(-1) !== status) this.statuses.push(status);
  }

  private async ticket(gateway: number): Promise<void> {
    const redeemedTokens = this.redeemedTokens;
    const ticket = await this.get(`/buyer/v1/tickets/${this.market.ticketId}`, gateway);
    const { remaining_tokens: remaining, quantity_tokens: quantity, status } = ticket;
    const left = leftOf({ ...ticket, remaining });
    expect([status, status === 'active']).toEqual([status, left > 0]);
    expect(left).toBeLessThanOrEqual(quantity - redeemedTokens);
    this.fell('contract', left);
  }

  /** What the sellers owe is what the buyer has left: a lot that is not listed is owed no more. */
  private async deliveries(gateway: number): Promise<void> {
    for (const maker of this.market.makers) {
      const headers = { 'x-seller-api-key': maker.apiKey };
      const before = await this.ownLots(maker.sellerId);
      const { deliveries } = await this.get('/seller/v1/deliveries', gateway, headers as never);
      const owed = new Map<string, number>();
      for (const row of deliveries) {
        expect(row).toMatchObject({
          contract_id: this.market.contractId,
          instrument: this.market.model,
        });
        expect(row).toMatchObject({ buyer_id: this.market.accountId });
        expect(leftOf(row)).toBeGreaterThan(0);
        owed.set(row.lot_id, leftOf(row));
      }
      for (const lotId of before) this.fell(lotId, owed.get(lotId) ?? 0);
    }
  }

  private async ownLots(sellerId: string): Promise<string[]> {
    const { contractId } = this.market;
    const lots = await this.exchange.records.lots.find({ contractId, sellerId }).toArray();
    return lots.map(({ _id }) => _id);
  }

  private async order(gateway: number): Promise<void> {
    const { orders } = await this.get('/market/v1/orders', gateway);
    expect(orders).toMatchObject([
      { contract_id: this.market.contractId, ticket_id: this.market.ticketId, status: 'filled' },
    ]);
    expect(orders[0].filled_quantity).toBe(this.quantityTokens);
  }

  private fell(what: string, tokens: number): void {
    const known = this.left.get(what) ?? Number.POSITIVE_INFINITY;
    if (tokens > known) throw new Error(`${what} went from ${known} up to ${tokens}`);
    this.left.set(what, tokens);
  }
}

/** Unused tokens of a request under way can be drawn again: only both together never rise. */
function leftOf(row: { readonly remaining: number; readonly reserved_tokens: number }): number {
  return row.remaining + row.reserved_tokens;
}
