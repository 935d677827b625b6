/** Routes with their methods: whatever else is tried on the same path is 405, in the surface's error shape. */
import type { IRouter, RequestHandler } from 'express';
import { fail } from '../../domain/errors';

type Method = 'get' | 'post' | 'patch' | 'delete';
type Handlers = RequestHandler | readonly (RequestHandler | readonly RequestHandler[])[];

export function route(
  router: IRouter,
  path: string,
  methods: Readonly<Partial<Record<Method, Handlers>>>,
): void {
  const routed = router.route(path);
  const entries = Object.entries(methods) as [Method, Handlers][];
  for (const [method, handlers] of entries) routed[method](...[handlers].flat(2));
  const allowed = entries.map(([method]) => method.toUpperCase()).join(', ');
  routed.all((_req, res) => {
    res.set('Allow', allowed);
    throw fail('method_not_allowed');
  });
}
