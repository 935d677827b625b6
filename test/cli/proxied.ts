/** The endpoint of `seller up` in front of a server, asked as the exchange asks, without an exchange. */
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from '../../cli/client';
import { Proxy } from '../../cli/seller-up/proxy';
import { TrustedKeys } from '../../cli/seller-up/trusted-keys';
import { Upstream } from '../../cli/seller-up/upstream';
import { Signer } from '../../domain/signing';

const SELLER_ID = 'this-seller';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
export const signer = new Signer(privateKey.export({ format: 'der', type: 'pkcs8' }));

interface Given {
  readonly slots?: number;
  readonly key?: string;
}

export class Proxied {
  readonly said: string[] = [];
  changes = 0;
  readonly proxy: Proxy;

  private constructor(url: string, { slots = 4, key }: Given) {
    const trusted = new TrustedKeys(
      new Client({
        url: 'http://127.0.0.1:1',
        headers: {},
        whenSilent: 'Nobody is there.',
        hasPages: false,
      }),
      [publicKey],
    );
    trusted.sellerId = SELLER_ID;
    this.proxy = new Proxy({
      trusted,
      prove: () => null,
      upstream: new Upstream({
        url,
        model: 'its-own',
        key,
      }),
      onChange: () => (this.changes += 1),
      say: (line) => this.said.push(line),
    });
    this.proxy.slots = slots;
  }

  static async before(url: string, given: Given = {}): Promise<Proxied> {
    const proxied = new Proxied(url, given);
    proxied.proxy.server.listen(0, '127.0.0.1');
    await once(proxied.proxy.server, 'listening');
    return proxied;
  }

  async ask(request: object, id: string = randomUUID()): Promise<Response> {
    const { port } = this.proxy.server.address() as AddressInfo;
    const body = JSON.stringify({ model: 'an-instrument', messages: [], ...request });
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': id,
      ...signer.headers(
        {
          id,
          audience: SELLER_ID,
        },
        body,
        Date.now(),
      ),
    };
    return fetch(`http://127.0.0.1:${port}/v1/chat/completions`, { method: 'POST', headers, body });
  }

  async close(): Promise<void> {
    this.proxy.server.closeAllConnections();
    await this.proxy.close();
  }
}
