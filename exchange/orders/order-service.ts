/**
 * Contract orders: placed and cancelled. The order's workflow holds the money and matches; this
 * service validates the request before and reads the record afterwards.
 */
import { SPOT_CONTRACT_MS } from '../../domain/contract-orders';
import { Failure, fail } from '../../domain/errors';
import { holdAmountScale8 } from '../../domain/money';
import { newId } from '../../domain/new-id';
import { mayRest } from '../../domain/time-in-force';
import type { Records } from '../../records/connect';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { type BookDeps, renewBooksOfAccount } from '../books/renew-books';
import type { Remains } from '../idempotency/create-once';
import { OpenLimit } from '../../fairness/open-limit';
import type { OrderWorkflows } from '../deps';
import { refusalOf } from './refused-order';
import { type OrderTerms, checkExpiresLater, expiryOf, hasTerms } from './order-terms';

export interface OrderServiceDeps extends BookDeps {
  readonly contractOrders: OrderWorkflows;
  /** Limit of an account's open orders. */
  readonly openOrdersPerAccount: number;
}

/** A request for an order. */
export interface OrderRequest {
  readonly orderId: string;
  /** Whether an earlier request had this id. */
  readonly isRepeated?: boolean;
  readonly accountId: string;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly terms: OrderTerms;
}

export class OrderService {
  private readonly openLimit = new OpenLimit();

  constructor(private readonly deps: OrderServiceDeps) {}

  /**
   * Places an order. Idempotent by the id, or the `client_order_id` with the same terms.
   * @throws Failure `unauthorized`, `insufficient_balance`, `idempotency_conflict`,
   *   `invalid_request`, `service_unavailable`, and the refusal of the order's workflow
   */
  async place(request: OrderRequest): Promise<ContractOrderDocument> {
    const { accountId, orderId, terms, isRepeated = false } = request;
    const { records, contractOrders, openOrdersPerAccount: max } = this.deps;
    // What an earlier request began may still open the order: its workflow alone refuses it.
    const joins = isRepeated && (await contractOrders.isUnderWay(orderId));
    // Orders that never rest in the book do not count as open.
    if (joins || !mayRest(terms.timeInForce)) return this.submit(request, joins);
    const opening = {
      holderId: accountId,
      id: orderId,
      max,
      count: (limit: number, exceptIds: readonly string[]) =>
        records.contractOrders.countDocuments(
          { accountId, status: 'open', _id: { $nin: [...exceptIds] } },
          { limit },
        ),
      message: `The account has ${max} open orders, which is the limit.`,
    };
    return this.openLimit.within(opening, () => this.submit(request, false));
  }

  /** @param joins the workflow that an earlier request began */
  private async submit(request: OrderRequest, joins: boolean): Promise<ContractOrderDocument> {
    const { orderId, accountId, requestId, traceparent, terms } = request;
    const { records, contractOrders } = this.deps;
    const account = await records.accounts.findOne({ _id: accountId });
    if (!account) throw fail('unauthorized');
    const namesake = await this.namesakeOf(request);
    if (namesake) return namesake;
    const repeated = await records.contractOrders.findOne({ _id: orderId });
    const expiresAt = repeated ? repeated.expiresAt : await this.expiryOf(request, joins);
    const placed = await contractOrders.place({
      orderId,
      contractId: repeated?.contractId ?? newId(),
      accountId,
      requestId,
      ...(traceparent === undefined ? {} : { traceparent }),
      clientOrderId: terms.clientOrderId,
      ticket: null,
      modelId: terms.modelId,
      tenor: terms.tenor,
      region: terms.region,
      excludedOwner: account.owner,
      limitPriceScale8: terms.priceScale8.toString(),
      quantityTokens: terms.quantityTokens,
      timeInForce: terms.timeInForce,
      expiresAtMs: expiresAt?.getTime() ?? null,
      spotLifetimeMs: SPOT_CONTRACT_MS,
    });
    if (placed.kind === 'refused') throw fail(placed.refusal.code, placed.refusal);
    if (placed.kind === 'known') {
      const known = await this.namesakeOf(request);
      if (known) return known;
    }
    const order = await records.contractOrders.findOne({ _id: orderId });
    if (!order) throw fail('service_unavailable');
    const refusal = refusalOf(order);
    if (refusal) throw fail(refusal.code, refusal);
    if (order.status === 'open') await this.checkOwnerStill(order);
    return order;
  }

  /**
   * @returns when the new order expires
   * @throws Failure when it is refused, unless its workflow runs already
   */
  private async expiryOf({ accountId, terms }: OrderRequest, joins: boolean): Promise<Date | null> {
    const { ledger } = this.deps.records;
    const now = await ledger.capacity.now();
    if (joins) return expiryOf(terms, now);
    checkExpiresLater(terms, now);
    const available = await ledger.availableScale8(accountId);
    if (available < holdAmountScale8(terms.priceScale8, terms.quantityTokens)) {
      throw fail('insufficient_balance');
    }
    return expiryOf(terms, now);
  }

  /**
   * A change of owner first writes the account, then its open orders; a new order is written first,
   * then the owner is read. In either order, one of the two sees the other.
   */
  private async checkOwnerStill(order: ContractOrderDocument): Promise<void> {
    const account = await this.deps.records.accounts.findOne({ _id: order.accountId });
    if (!account || account.owner === order.excludedOwner) return;
    await renewBooksOfAccount(this.deps, account);
  }

  /**
   * Another order with the same `client_order_id`: with the same terms it is returned.
   * @throws Failure `idempotency_conflict` for other terms
   */
  private async namesakeOf(request: OrderRequest): Promise<ContractOrderDocument | null> {
    const { orderId, accountId, terms } = request;
    const { clientOrderId } = terms;
    if (clientOrderId === null) return null;
    const { contractOrders } = this.deps.records;
    const known = await contractOrders.findOne({ accountId, clientOrderId });
    if (!known || known._id === orderId) return null;
    if (hasTerms(known, terms)) return known;
    throw fail('idempotency_conflict', {
      param: 'client_order_id',
      message: 'The client_order_id was used with another order.',
    });
  }
}

/**
 * Below 500 the order was refused, and of a recorded refusal nothing else can come. After any other
 * error it may still be created, and its key must find it.
 */
export function afterFailedOrder({ contractOrders }: Pick<Records, 'contractOrders'>) {
  return async (err: unknown, { id }: { readonly id: string }): Promise<Remains> => {
    if (!(err instanceof Failure && err.rule.status < 500)) return 'perhaps';
    const order = await contractOrders.findOne({ _id: id });
    return order?.refusal ? 'ended' : 'nothing';
  };
}
