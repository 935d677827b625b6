/** Placing contract orders. */
import type { Settings } from '../../config/settings';
import type { BookDeps } from '../../exchange/books/renew-books';
import { createOnce } from '../../exchange/idempotency/create-once';
import { OrderService, afterFailedOrder } from '../../exchange/orders/order-service';
import { type OrderTerms, checkOrderTerms } from '../../exchange/orders/order-terms';
import type { OrderWorkflows } from '../../exchange/deps';
import { buyerOf } from '../context';
import { creationOf } from '../middleware/creation-request';
import type { CreateContract } from '../schemas/contracts';
import { orderBody } from './contract-bodies';
import type { RouteHandler } from '../routes/declared-route';
import type { contractRoutes } from '../routes/contracts';

interface Deps extends BookDeps {
  readonly settings: Settings;
  readonly contractOrders: OrderWorkflows;
}

export class ContractRoutes {
  private readonly orders: OrderService;

  constructor(private readonly deps: Deps) {
    const { openOrdersPerAccount } = deps.settings;
    this.orders = new OrderService({ ...deps, openOrdersPerAccount });
  }

  readonly create: RouteHandler<typeof contractRoutes.createContract> = async (
    req,
    res,
    { body },
  ) => {
    const terms = termsOf(body);
    checkOrderTerms(terms);
    const { accountId } = buyerOf(res);
    const { requestId, span } = res.locals;
    const { traceparent } = span ?? {};
    const { records, settings } = this.deps;
    const created = await createOnce(records, {
      ...creationOf(req, settings, `contracts:${accountId}`),
      create: async (orderId, isRepeated) => {
        const request = { orderId, isRepeated, accountId, requestId, traceparent, terms };
        return orderBody(await this.orders.place(request));
      },
      afterFailure: afterFailedOrder(records),
    });
    res.json(created);
  };
}

function termsOf(body: CreateContract): OrderTerms {
  return {
    modelId: body.model_id,
    tenor: body.tenor,
    region: body.region ?? null,
    priceScale8: body.price,
    quantityTokens: body.quantity,
    timeInForce: body.time_in_force,
    expiresAt: body.expires_at ?? null,
    clientOrderId: body.client_order_id ?? null,
  };
}
