/** Which requests are one participant's, and which of them wait for one another in a busy gateway. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { request } from 'undici';
import { inTurn } from '../../api/middleware/turns';
import { WorkTurns } from '../../fairness/work-turns';
import { until } from '../support/wait';

/** Accounts by their key, with their owners. */
const OWNERS: Record<string, string | null> = { a: 'rival', b: 'rival', c: null, d: null };
const LARGE_BYTES = 128 * 1024;

let server: Server;
/** Requests whose handler has begun, and how it ends. */
let begun: Map<string, () => void>;

beforeEach(async () => {
  begun = new Map();
  const limits = { atOnce: 1, together: 0, writes: 10, large: 1, sockets: 1, waiting: 1 };
  const turns = new WorkTurns(() => true, limits);
  const app = express();
  app.use((req, res, next) => {
    const [accountId = '', bytes = ''] = req.path.slice(1).split('-');
    const owner = OWNERS[accountId] ?? null;
    Object.assign(res.locals, { turns, surface: 'buyer', requestId: 'r' });
    res.locals.buyer = { accountId, keyId: accountId, quotas: {}, owner };
    if (bytes) {
      const body = { bytes: Buffer.alloc(Number(bytes)) };
      Object.assign(res.locals, { received: { body, release: () => undefined } });
    }
    next();
  });
  app.use(inTurn, (req, res) => void begun.set(`${req.method} ${req.path}`, () => res.end()));
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Those that are not answered at the end of a test are broken off. */
function send(...paths: string[]): void {
  const { port } = server.address() as AddressInfo;
  for (const path of paths) {
    const [method, url] = path.split(' ') as ['GET' | 'POST', string];
    request(`http://127.0.0.1:${port}${url}`, { method }).catch(() => undefined);
  }
}

const hasBegun = (path: string) => until(() => begun.has(path), { timeoutMs: 5_000 });

test('accounts of one owner are one participant, others are not', async () => {
  send('POST /d', 'POST /a');
  await hasBegun('POST /d');
  await hasBegun('POST /a');
  send('POST /b');
  send('POST /c');
  await hasBegun('POST /c');
  expect([...begun.keys()]).not.toContain('POST /b');
  begun.get('POST /a')!();
  await hasBegun('POST /b');
});

test('what is read does not wait for what is written', async () => {
  send('POST /c');
  await hasBegun('POST /c');
  send('GET /c', 'GET /d');
  await hasBegun('GET /c');
});

test('large prompts of all wait for one another, and a byte less does not', async () => {
  const [large, another, small] = [
    `/c-${LARGE_BYTES + 1}`,
    `/d-${LARGE_BYTES + 1}`,
    `/a-${LARGE_BYTES}`,
  ];
  send(`POST ${large}`, 'GET /b');
  await hasBegun(`POST ${large}`);
  await hasBegun('GET /b');
  send(`POST ${another}`);
  send(`POST ${small}`);
  await hasBegun(`POST ${small}`);
  expect(begun.has(`POST ${another}`)).toBe(false);
  begun.get(`POST ${large}`)!();
  await hasBegun(`POST ${another}`);
});
