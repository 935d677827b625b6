/** A seller that holds the first attempt of every order and answers the next one. */
import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { wholeCompletion } from '../completions';

export class HeldSeller {
  /** Arrival times of attempts, by the idempotency key of their order. */
  readonly arrivalsMs = new Map<string, number[]>();
  private readonly server = createServer((req, res) => {
    this.answer(req, res).catch(() => res.destroy()); // its client was killed
  });

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const arrivedAtMs = performance.now();
    const { model } = (await json(req)) as { model: string };
    const key = req.headers['idempotency-key'];
    if (typeof key === 'string' && req.headers['x-tokenbook-probe'] === undefined) {
      const arrivals = this.arrivalsMs.get(key) ?? [];
      this.arrivalsMs.set(key, [...arrivals, arrivedAtMs]);
      if (arrivals.length === 0) return;
    }
    res.writeHead(200, { 'content-type': 'application/json' }).end(wholeCompletion(model));
  }
}
