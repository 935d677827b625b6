/** The Buyer surface (API-1). */
import { Router } from 'express';
import { Cursors } from '../cursor';
import type { GatewayDeps } from '../gateway-deps';
import type { Guards } from '../middleware/guards';
import { serveDescription } from '../openapi/serve';
import { buyerRoutes, type rootRoutes } from '../routes/buyer';
import type { Handlers } from '../routes/declared-route';
import { mountRoutes } from '../routes/mount';
import { openTestAccountHandler } from '../test-mode/accounts';
import { currentKeyHandler } from '../market/keys';
import { modelHandlers } from './models';
import { ticketsHandler } from './ticket-list';
import { TicketRoutes } from './tickets';

type RootHandlers = Handlers<typeof rootRoutes>;

/** Routes also served at the gateway's own root: clients list the models before they chat. */
export function rootHandlers(deps: GatewayDeps): RootHandlers {
  return {
    createChatCompletion: deps.chat,
    getCurrentKey: currentKeyHandler(deps),
    ...modelHandlers(deps),
  };
}

export function createBuyerSurface(
  deps: GatewayDeps,
  guards: Guards,
  atRoot: RootHandlers,
): Router {
  const router = Router();
  const tickets = new TicketRoutes(deps);
  serveDescription(router, 'buyer', '/openapi.json', deps.settings.PUBLIC_URL);
  mountRoutes(router, guards, buyerRoutes, {
    ...atRoot,
    createTicket: tickets.create,
    listTickets: ticketsHandler(deps.records, new Cursors(deps.settings.secrets.keyPepper)),
    getTicket: tickets.show,
    openTestAccount: openTestAccountHandler(deps),
  });
  return router;
}
