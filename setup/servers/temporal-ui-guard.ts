/**
 * Stands before the web UI of the Temporal development server, which answers any `Host` and any form
 * and has no setting for it: a page of another origin in a browser on the same machine could read,
 * start and terminate workflows.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type Server, createServer, request } from 'node:http';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

export interface GuardedUi {
  /** Of the UI itself. */
  readonly host: string;
  readonly port: number;
}

/**
 * An address of its own for the UI, so that pages cannot find it behind the guard by trying ports.
 * macOS has no other loopback address: there only the port is unknown.
 */
export function unguessableLoopback(): string {
  if (process.platform === 'darwin') return '127.0.0.1';
  return `127.${[255, 255, 255].map((end) => randomInt(1, end)).join('.')}`;
}

/** @param hosts that are answered in addition to loopback names */
export async function guardTemporalUi(
  ui: GuardedUi,
  port: number,
  hosts: readonly string[] = [],
): Promise<Server> {
  const known = [...LOOPBACK, ...hosts];
  const server = createServer((req, res) => {
    const status = refusalOf(req, known);
    if (status !== null) return res.writeHead(status).end();
    const { method, url: path, headers } = req;
    const upstream = request({ ...ui, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    upstream.on('error', () => (res.headersSent ? res.destroy() : res.writeHead(502).end()));
    res.on('close', () => upstream.destroy());
    req.pipe(upstream);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The status of a request that may come from a page of another origin; null for the UI's own. */
function refusalOf({ method, headers }: IncomingMessage, known: readonly string[]): number | null {
  const host = headers.host?.toLowerCase() ?? '';
  if (!known.includes(host.replace(/:\d+$/, ''))) return 421;
  const { origin, 'sec-fetch-site': site = 'none', 'sec-fetch-mode': mode } = headers;
  if (origin !== undefined) return origin.toLowerCase() === `http://${host}` ? null : 403;
  // A link from elsewhere may lead here: it only reads.
  const isLink = method === 'GET' && mode === 'navigate';
  return isLink || ['none', 'same-origin'].includes(String(site)) ? null : 403;
}
