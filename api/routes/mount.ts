/** Creates the routes of a router from their declarations, each with its bound handler. */
import type { IRouter, Request, RequestHandler } from 'express';
import { parsePlain, readBody } from '../middleware/body';
import { compressJson } from '../middleware/compressed-json';
import { keyFor, ownSeller } from '../middleware/credential';
import type { Guards } from '../middleware/guards';
import { route } from '../middleware/routes';
import {
  type Bound,
  type DeclaredRoute,
  type HandlerWithChecks,
  type Handlers,
  type Input,
  METHODS,
  type Routes,
} from './declared-route';

/** @param guards null when every route is public */
export function mountRoutes<All extends Routes>(
  router: IRouter,
  guards: Guards | null,
  routes: All,
  handlers: Handlers<All>,
): void {
  const operations = Object.entries(routes);
  for (const path of new Set(operations.map(([, declared]) => declared.path))) {
    const ofPath = operations.filter(([, declared]) => declared.path === path);
    const inOrder = METHODS.flatMap((method) =>
      ofPath.filter(([, declared]) => declared.method === method),
    );
    const methods = inOrder.map(([operationId, declared]) => {
      const bound = handlers[operationId] as Bound;
      return [declared.method, stepsOf(guards, declared, bound)] as const;
    });
    const queries = inOrder.map(
      ([, { method, query, anyQuery }]) => [method, anyQuery ? 'any' : query] as const,
    );
    const pattern = path.replace(/\{(\w+)\}/g, ':$1');
    route(router, pattern, Object.fromEntries(methods), Object.fromEntries(queries));
  }
}

/** In this order: credential, rate limit, body (ACCESS-1), then the handler with its input. */
function stepsOf(guards: Guards | null, declared: DeclaredRoute, bound: Bound): RequestHandler[] {
  const checks: HandlerWithChecks<unknown> =
    typeof bound === 'function' ? { handler: bound } : bound;
  const { first, beforeBody, beforeSchema, handler } = checks;
  return [
    ...(first ? [first] : []),
    ...credentialOf(guards, declared, checks),
    ...(declared.quota === undefined ? [] : [present(guards).limit(declared.quota)]),
    ...(beforeBody ? [beforeBody] : []),
    ...(declared.body ? present(guards)[declared.reader ?? 'body'] : []),
    async (req, res) => {
      beforeSchema?.(req);
      if (declared.method === 'get') compressJson(req, res);
      await handler(req, res, inputOf(declared, req));
    },
  ];
}

function credentialOf(
  guards: Guards | null,
  { credential, method }: DeclaredRoute,
  checks: HandlerWithChecks,
): RequestHandler[] {
  switch (credential) {
    case 'public':
      return [];
    case 'buyer':
      return [present(guards).buyer, keyFor(method === 'get' ? 'reads' : 'changes')];
    case 'anyBuyerKey':
      return [present(guards).buyer];
    case 'managerKey':
      return [present(guards).buyer, keyFor('manages')];
    case 'buyerOrTicket':
      return [present(guards).chat, keyFor('requests')];
    case 'seller':
      return [present(guards).seller];
    case 'ownSeller':
      return [present(guards).seller, ownSeller];
    case 'operator':
      return [present(guards).operator];
    case 'operatorOrSession':
      if (!checks.credential) throw new Error('The route has no check of its credential');
      return [checks.credential];
  }
}

function present(guards: Guards | null): Guards {
  if (!guards) throw new Error('Only public routes can be served without guards');
  return guards;
}

/** @throws Failure that names the first invalid field: of the path, the query, then the body */
function inputOf(declared: DeclaredRoute, req: Request): Input<unknown> {
  const { params, query, body, reader } = declared;
  const isParsedHere = body !== undefined && reader !== 'chatBody';
  const input = {
    params: params && parsePlain(params, req.params),
    query: query && parsePlain(query, req.query),
    body: isParsedHere ? readBody(req, body) : undefined,
  };
  return input as unknown as Input<unknown>;
}
