/** Orders for capacity, placed. */
import type { RequestHandler, Response } from 'express';
import { v7 as uuidV7 } from 'uuid';
import type { Settings } from '../../config/settings';
import type { ContractOrder, PlacedOrder } from '../../domain/contract-orders';
import { SPOT_CONTRACT_MS } from '../../domain/contract-orders';
import { Failure, fail } from '../../domain/errors';
import { holdAmountScale8 } from '../../domain/money';
import { checkNotional } from '../../domain/quantities';
import type { ContractOrderDocument } from '../../records/contract-order';
import { buyerOf } from '../context';
import { readBody } from '../middleware/body';
import { type CreateContract, type OrderBody, createContractSchema } from '../schemas/contracts';
import { orderBody } from './contract-bodies';
import { createOnce } from './create-once';
import { OpenLimit } from './open-limit';
import { type BookDeps, renewBooksOfAccount } from './renew-books';

/** What the routes need of the orders' workflows. */
export interface OrderService {
  place(order: ContractOrder): Promise<PlacedOrder | { readonly kind: 'ended' }>;
  cancel(orderId: string): Promise<boolean>;
}

interface Deps extends BookDeps {
  readonly settings: Settings;
  readonly contractOrders: OrderService;
}

export class ContractRoutes {
  private readonly openLimit = new OpenLimit();

  constructor(private readonly deps: Deps) {}

  readonly create: RequestHandler = async (req, res) => {
    const body = readBody(req, createContractSchema);
    checkTimes(body);
    checkNotional(body.price, body.quantity, 'quantity');
    const { accountId } = buyerOf(res);
    const { records, settings } = this.deps;
    const created = await createOnce(records, {
      req,
      scope: `contracts:${accountId}`,
      retentionMs: settings.ANSWER_RETENTION_HOURS * 3_600_000,
      create: (orderId) =>
        this.withinOpenLimit(orderId, accountId, body, () =>
          this.place(orderId, accountId, body, res),
        ),
      mayHaveHappened: isOpenEnded,
    });
    res.json(created);
  };

  /** Orders that never rest do not count. */
  private withinOpenLimit(
    orderId: string,
    accountId: string,
    { time_in_force: timeInForce }: CreateContract,
    place: () => Promise<OrderBody>,
  ): Promise<OrderBody> {
    if (timeInForce !== 'GTC' && timeInForce !== 'GTD') return place();
    const { records, settings } = this.deps;
    const max = settings.openOrdersPerAccount;
    const opening = {
      holderId: accountId,
      id: orderId,
      max,
      count: (limit: number, exceptIds: readonly string[]) =>
        records.contractOrders.countDocuments(
          { accountId, status: 'open', _id: { $nin: [...exceptIds] } },
          { limit },
        ),
      message: `The account has ${max} open orders, more may not be open at once.`,
    };
    return this.openLimit.within(opening, place);
  }

  private async place(
    orderId: string,
    accountId: string,
    body: CreateContract,
    res: Response,
  ): Promise<OrderBody> {
    const { records, contractOrders } = this.deps;
    const account = await records.accounts.findOne({ _id: accountId });
    if (!account) throw fail('unauthorized');
    const namesake = await this.namesakeOf(orderId, accountId, body);
    if (namesake) return namesake;
    const repeated = await records.contractOrders.findOne({ _id: orderId });
    if (!repeated) {
      checkIsAhead(body, await records.ledger.capacity.now());
      const available = await records.ledger.availableScale8(accountId);
      if (available < holdAmountScale8(body.price, body.quantity))
        throw fail('insufficient_balance');
    }
    const placed = await contractOrders.place({
      orderId,
      contractId: repeated?.contractId ?? uuidV7(),
      accountId,
      requestId: res.locals.requestId,
      clientOrderId: body.client_order_id ?? null,
      ticket: null,
      modelId: body.model_id,
      tenor: body.tenor,
      region: body.region ?? null,
      excludedOwner: account.owner,
      limitPriceScale8: body.price.toString(),
      quantityTokens: body.quantity,
      timeInForce: body.time_in_force,
      expiresAtMs: body.expires_at?.getTime() ?? null,
      spotLifetimeMs: SPOT_CONTRACT_MS,
    });
    if (placed.kind === 'refused') throw fail(placed.refusal.code, placed.refusal);
    if (placed.kind === 'known') {
      const known = await this.namesakeOf(orderId, accountId, body);
      if (known) return known;
    }
    const order = await records.contractOrders.findOne({ _id: orderId });
    if (!order) throw fail('service_unavailable');
    if (order.status === 'open') await this.checkOwnerStill(order);
    return orderBody(order);
  }

  /**
   * A new owner of the account is written, then its open orders follow; this one was written, then
   * the owner is read. So whichever comes first, one of the two sees the other.
   */
  private async checkOwnerStill({
    accountId,
    excludedOwner,
  }: ContractOrderDocument): Promise<void> {
    const account = await this.deps.records.accounts.findOne({ _id: accountId });
    if (!account || account.owner === excludedOwner) return;
    await renewBooksOfAccount(this.deps, account);
  }

  /**
   * Another order under the same `client_order_id`: the same terms give that order again.
   * @throws Failure `idempotency_conflict` for other terms
   */
  private async namesakeOf(
    orderId: string,
    accountId: string,
    body: CreateContract,
  ): Promise<OrderBody | null> {
    const clientOrderId = body.client_order_id;
    if (clientOrderId == null) return null;
    const { contractOrders } = this.deps.records;
    const known = await contractOrders.findOne({ accountId, clientOrderId });
    if (!known || known._id === orderId) return null;
    if (hasTermsOf(known, body)) return orderBody(known);
    throw fail('idempotency_conflict', {
      param: 'client_order_id',
      message: 'The client_order_id was used with another order.',
    });
  }
}

function checkTimes({ time_in_force: timeInForce, expires_at: expiresAt }: CreateContract): void {
  const param = 'expires_at';
  if (timeInForce === 'GTD' && !expiresAt) {
    throw fail('invalid_request', { param, message: 'expires_at is required for GTD.' });
  }
  if (timeInForce !== 'GTD' && expiresAt) {
    throw fail('invalid_request', { param, message: 'expires_at is for GTD only.' });
  }
}

/** Asked of new orders alone: one that is asked for again may be over by now. */
function checkIsAhead({ expires_at: expiresAt }: CreateContract, now: Date): void {
  if (!expiresAt || expiresAt > now) return;
  const message = 'expires_at must be in the future.';
  throw fail('invalid_request', { param: 'expires_at', message });
}

function hasTermsOf(order: ContractOrderDocument, body: CreateContract): boolean {
  return (
    order.modelId === body.model_id &&
    order.quantityTokens === body.quantity &&
    order.limitPriceScale8 === body.price &&
    order.region === (body.region ?? null) &&
    order.tenor === body.tenor &&
    order.timeInForce === body.time_in_force &&
    (order.expiresAt?.getTime() ?? null) === (body.expires_at?.getTime() ?? null)
  );
}

/** A refusal ends the matter; anything else may still become an order, which the key must find. */
export function isOpenEnded(err: unknown): boolean {
  return !(err instanceof Failure) || err.rule.status >= 500;
}
