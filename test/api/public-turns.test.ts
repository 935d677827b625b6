/** Every route of the public port waits for its sender's turn before its handler runs. */
import type { Express, RequestHandler } from 'express';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Gateway } from '../../api/app';
import type { Stores } from '../../processes/parts';
import { testSettings } from '../support/environment';

/** As it is built: the pages of the console stand beside the compiled modules. */
const built = <Module extends object>(path: string) =>
  jest.requireActual<Module>(join(process.cwd(), 'dist', path));
const { createGateway } = built<typeof import('../../api/app')>('api/app');
const { inTurn } = built<typeof import('../../api/middleware/turns')>('api/middleware/turns');
const { openStores } = built<typeof import('../../processes/parts')>('processes/parts');

interface Layer {
  readonly name: string;
  readonly method?: string;
  readonly handle: RequestHandler & { readonly stack?: readonly Layer[] };
  readonly route?: { readonly path: string; readonly stack: readonly Layer[] };
}

let stores: Stores;
const server = createServer();
let gateway: Gateway;
let app: Express;

beforeAll(async () => {
  stores = await openStores(await testSettings(), pino({ level: 'silent' }));
  const unused = {} as never;
  gateway = createGateway({
    ...stores,
    contractOrders: unused,
    registrations: unused,
    standings: unused,
    signingJwks: { keys: [] },
    chat: unused,
    measure: () => undefined,
    readiness: unused,
    serving: unused,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  await gateway.stream.attach(server);
  app = gateway.publicApp;
});
afterAll(async () => {
  server.close();
  await gateway.stream.close();
  await stores.close();
});

function layersOf(router: { readonly stack: unknown }): readonly Layer[] {
  return router.stack as readonly Layer[];
}

/** The routes of a router, those of routers in it included. */
function routesOf(layers: readonly Layer[]): { path: string; stack: readonly Layer[] }[] {
  return layers.flatMap(({ route, handle }) => [
    ...(route ? [route] : []),
    ...routesOf(handle.stack ?? []),
  ]);
}

/** Express knows them by their four parameters. */
const handlesErrors = ({ handle }: Layer) => handle.length === 4;

test('gives turns before anything that may answer', () => {
  // Turns go by the address, which answers nothing.
  const names = layersOf(app.router).map(({ name }) => name);
  expect(names.slice(0, 2)).toEqual(['readAddresses', 'giveTurns']);
});

test('each method of each public route runs its handler in turn', () => {
  const routes = routesOf(layersOf(app.router));
  expect(routes.length).toBeGreaterThan(60);
  const out = routes.flatMap(({ path, stack }) => {
    const methods = new Set(stack.flatMap(({ method }) => method ?? []));
    return [...methods].flatMap((method) => {
      const steps = stack.filter((layer) => layer.method === method && !handlesErrors(layer));
      return steps.at(-2)?.handle === inTurn ? [] : [`${method} ${path}`];
    });
  });
  expect(out).toEqual([]);
});
