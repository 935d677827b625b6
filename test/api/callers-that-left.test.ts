/** A request whose client has disconnected before its handler begins is not carried out. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { request } from 'undici';
import { inTurn } from '../../api/middleware/turns';
import { until } from '../support/wait';

test('nor one of an operator, who has no turns', async () => {
  const begun: string[] = [];
  const waiting = new Map<string, { readonly res: Response; readonly goOn: () => void }>();
  const app = express();
  app.use((req, res, next) => void waiting.set(req.path, { res, goOn: next }));
  app.use(inTurn, (req, res) => {
    begun.push(req.path);
    res.end();
  });
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const caller = new AbortController();
    const left = request(`${url}/left`, { method: 'PATCH', signal: caller.signal });
    const stayed = request(`${url}/stayed`, { method: 'PATCH' });
    await until(() => waiting.size === 2, { what: 'both requests' });
    caller.abort();
    await expect(left).rejects.toThrow('aborted');
    await until(() => waiting.get('/left')!.res.closed, { what: 'the end of the connection' });
    for (const { goOn } of waiting.values()) goOn();
    await (await stayed).body.dump();
    expect(begun).toEqual(['/stayed']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
