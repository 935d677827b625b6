/** The chat route with its preceding checks: overload, credential, rate limit, means, body. */
import type { rootRoutes } from '../../routes/buyer';
import type { HandlerWithChecks } from '../../routes/declared-route';
import { type ChatDeps, chatHandler, refuseOverload } from './handler';
import { meansFirst } from './means';

export type ChatRoute = HandlerWithChecks<typeof rootRoutes.createChatCompletion>;

export function chatRoute(deps: ChatDeps): ChatRoute {
  return { first: refuseOverload(deps), beforeBody: meansFirst(deps), handler: chatHandler(deps) };
}
