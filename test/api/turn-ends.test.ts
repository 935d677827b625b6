/** When the turn of a request ends, so that those who wait behind it are served (LIMIT-4). */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { request } from 'undici';
import { inTurn } from '../../api/middleware/turns';
import { WorkTurns } from '../../fairness/work-turns';
import { until } from '../support/wait';

/** A request at the server, by its path. */
interface Served {
  /** Null while it waits. */
  begunAtMs: number | null;
  isGone: boolean;
  end(): void;
}

let server: Server;
let served: Map<string, Served>;

beforeEach(async () => {
  served = new Map();
  // One turn for each sender, and none besides: the next request of a sender waits.
  const limits = { atOnce: 1, together: 0, writes: 10, large: 1, sockets: 1, waiting: 10 };
  const turns = new WorkTurns(() => true, limits);
  // Turns are limited only while several participants have some.
  await turns.acquire('another participant');
  const app = express();
  app.use((req, res, next) => {
    const [, accountId = ''] = req.path.split('/');
    const entry: Served = { begunAtMs: null, isGone: false, end: () => void res.end() };
    served.set(req.path, entry);
    res.once('close', () => {
      entry.isGone = true;
    });
    Object.assign(res.locals, { turns, surface: 'buyer', requestId: 'r' });
    res.locals.buyer = { accountId, keyId: accountId, quotas: {}, owner: null };
    next();
  });
  app.use(inTurn, (req) => {
    served.get(req.path)!.begunAtMs = performance.now();
  });
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** @returns what hangs up */
function send(path: string): () => void {
  const { port } = server.address() as AddressInfo;
  const caller = new AbortController();
  const { signal } = caller;
  request(`http://127.0.0.1:${port}${path}`, { method: 'POST', signal }).catch(() => undefined);
  return () => caller.abort();
}

const hasArrived = (path: string) => until(() => served.has(path), { timeoutMs: 5_000 });
const hasBegun = (path: string) =>
  until(() => served.get(path)?.begunAtMs, { timeoutMs: 5_000, what: `${path} to be served` });

test('who hangs up while it waits gives its turn to the next one', async () => {
  send('/one/1');
  await hasBegun('/one/1');
  const hangUp = send('/one/2');
  await hasArrived('/one/2');
  send('/one/3');
  await hasArrived('/one/3');
  hangUp();
  await until(() => served.get('/one/2')!.isGone, { what: 'the second to be gone' });
  served.get('/one/1')!.end();
  await hasBegun('/one/3');
  expect(served.get('/one/2')!.begunAtMs).toBeNull();
});

test('a request that is not answered within a second lets the next one of its sender begin', async () => {
  send('/one/1');
  await hasBegun('/one/1');
  send('/one/2');
  await hasBegun('/one/2');
  const [first, second] = [served.get('/one/1')!, served.get('/one/2')!];
  expect(first.isGone).toBe(false);
  expect(second.begunAtMs! - first.begunAtMs!).toBeGreaterThan(900);
});
