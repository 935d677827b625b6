/** The chat route, with what stands before it: overload, credential, rate limit, means, body. */
import { Router } from 'express';
import type { Guards } from '../../middleware/guards';
import { route } from '../../middleware/routes';
import { type ChatDeps, chatHandler, refuseOverload } from './handler';
import { meansFirst } from './means';

export function chatRouter(deps: ChatDeps): (guards: Guards) => Router {
  return (guards) => {
    const router = Router();
    route(router, '/', {
      post: [
        refuseOverload(deps),
        guards.chat,
        guards.limit('chat'),
        meansFirst(deps),
        guards.chatBody,
        chatHandler(deps),
      ],
    });
    return router;
  };
}
