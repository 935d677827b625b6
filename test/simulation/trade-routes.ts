/** The handlers of orders, asks, halts, owners and keys in a gateway of a simulation. */
import type { Request as HttpRequest, Response } from 'express';
import { Cursors } from '../../api/cursor';
import { AskRoutes } from '../../api/market/asks';
import { ContractRoutes } from '../../api/market/contracts';
import { OrderRoutes } from '../../api/market/orders';
import { registerHandler } from '../../api/market/register';
import { KeyRoutes } from '../../api/operator/keys';
import { Registrations } from '../../temporal/registrations';
import { AccountRoutes } from '../../api/operator/accounts';
import { BookRoutes } from '../../api/operator/books';
import { AskService } from '../../exchange/asks/ask-service';
import { askLimitsOf } from '../../exchange/asks/ask-terms';
import type { Stores } from '../../processes/parts';
import type { Temporal } from '../../temporal/connection';
import { ContractOrders } from '../../temporal/contract-orders';

type Route = (req: HttpRequest, res: Response, parsed: never) => unknown;
type Name =
  | 'placeOrder'
  | 'cancelOrder'
  | 'createAsk'
  | 'updateBook'
  | 'updateAccount'
  | 'register'
  | 'revokeKey';
export type TradeRoutes = Readonly<Record<Name, Route>>;

/** As the surfaces put them together (api/market/surface.ts, api/operator/surface.ts). */
export function tradeRoutes(stores: Stores, { client }: Temporal): TradeRoutes {
  const { records, settings } = stores;
  const contractOrders = new ContractOrders(client, settings.TOKENBOOK_DEPLOYMENT, records);
  const cursors = new Cursors(settings.secrets.keyPepper);
  const asks = new AskService(stores, askLimitsOf(settings));
  return {
    placeOrder: new ContractRoutes({ ...stores, contractOrders }).create,
    cancelOrder: new OrderRoutes(records, contractOrders, cursors).cancel as never,
    createAsk: new AskRoutes(records, settings, asks).create,
    updateBook: new BookRoutes(stores, 'operator').update,
    register: registerHandler({
      ...stores,
      registrations: new Registrations(client, settings.TOKENBOOK_DEPLOYMENT),
      proofs: { ask: () => Promise.resolve(false) },
    }) as never,
    revokeKey: new KeyRoutes(records, settings).revoke as never,
    updateAccount: new AccountRoutes(records, cursors, stores).update,
  };
}
