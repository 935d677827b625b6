/** A proxy in front of an exchange that fails as networks do: it loses answers that were on their way. */
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { request } from 'undici';

/** What becomes of one request; those without a fault pass. */
export type Fault =
  /** The exchange answers, and the connection breaks before its answer has passed. */
  | 'loseAnswer'
  /** The exchange never sees it, and nobody answers. */
  | 'silence'
  /** An answer that is not from the exchange, which never sees the request. */
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly atMs: number;
}

export class FaultyProxy {
  readonly seen: SeenRequest[] = [];
  private faults: Fault[] = [];

  private constructor(
    private readonly server: Server,
    private readonly target: string,
  ) {}

  static async open(target: string): Promise<FaultyProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const proxy = new FaultyProxy(server, target);
    server.on('request', (req, res) => void proxy.pass(req, res));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** From now on; forgets what was seen. */
  next(...faults: Fault[]): void {
    this.faults = faults;
    this.seen.length = 0;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = req;
    this.seen.push({ method, path, headers, atMs: Date.now() });
    const fault = this.faults.shift();
    const body = await buffer(req);
    if (fault === 'silence') return;
    if (typeof fault === 'object') {
      res.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    const { connection: _hop, host: _own, 'transfer-encoding': _framing, ...passed } = headers;
    const answer = await request(this.target + path, {
      method: method as 'GET',
      headers: passed,
      body: body.length > 0 ? body : null,
    });
    const content = Buffer.from(await answer.body.arrayBuffer());
    if (fault === 'loseAnswer') {
      req.socket.destroy();
      return;
    }
    const { connection: _other, 'transfer-encoding': _its, ...answered } = answer.headers;
    res.writeHead(answer.statusCode, answered).end(content);
  }
}
