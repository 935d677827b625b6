/**
 * The means of an adversary: a client of the market and sellers of its own. It counts the answers it
 * received, so that a row of the table shows that the attack took place.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, type Dispatcher, request } from 'undici';
import type { Behaviour, BehaviourName } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import type { AttackedMarket } from './attacked-market';

export interface Sent {
  readonly status: number;
  // Tests read bodies without schemas.
  readonly body: any;
}

export interface SendOptions {
  readonly key?: string;
  readonly sellerKey?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, a string or bytes unchanged. */
  readonly body?: object | string | Buffer;
  readonly signal?: AbortSignal;
}

export interface OwnSeller {
  readonly sellerId: string;
  readonly apiKey: string;
  readonly server: Seller;
}

export class Attacker {
  /** Requests sent, answers by their status, and requests without an answer by their error. */
  readonly answers = new Map<string, number>();
  private readonly agent = new Agent({ connections: 512, bodyTimeout: 0, headersTimeout: 120_000 });
  private readonly servers: Seller[] = [];

  constructor(
    readonly market: AttackedMarket,
    /** Fraction, between 0 and 1, of the full attack that this run makes. */
    private readonly scale: number,
    readonly signal: AbortSignal,
  ) {}

  /** A count of the full attack, scaled to this run. */
  size(full: number, least = 1): number {
    return Math.max(least, Math.round(full * this.scale));
  }

  async send(
    method: Dispatcher.HttpMethod,
    path: string,
    options: SendOptions = {},
  ): Promise<Sent> {
    const { body } = options;
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const answer = await this.open(method, path, {
      ...options,
      ...(body === undefined || isRaw ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    this.note(String(answer.statusCode));
    return { status: answer.statusCode, body: parsed(text) };
  }

  /** @returns the answer with its body unread */
  open(method: Dispatcher.HttpMethod, path: string, options: SendOptions) {
    const { key, sellerKey, headers, body, signal } = options;
    this.note('sent');
    return request(`${this.market.url}${path}`, {
      method,
      dispatcher: this.agent,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(sellerKey ? { 'x-seller-api-key': sellerKey } : {}),
        'x-forwarded-for': this.market.address,
        ...headers,
      },
      body: (body as string | Buffer | undefined) ?? null,
      ...(signal ? { signal } : {}),
    });
  }

  /** Sends a chat for the attacked model, unless the body names another. */
  chat(key: string, body: object = {}, headers: Record<string, string> = {}): Promise<Sent> {
    return this.send('POST', '/v1/chat/completions', { key, headers, body: this.chatBody(body) });
  }

  chatBody(body: object = {}): object {
    return {
      model: this.market.model,
      messages: [{ role: 'user', content: 'Say hello.' }],
      max_price: '0.01',
      max_tokens: 64,
      ...body,
    };
  }

  note(answer: string): void {
    this.answers.set(answer, (this.answers.get(answer) ?? 0) + 1);
  }

  /** @returns the key of a new account @param balance decimal USD; '0' makes no deposit */
  async buyer(balance = '0', account: object = {}): Promise<string> {
    const { account_id: id } = await this.admin('/accounts', { name: 'Adversary', ...account });
    if (balance !== '0') {
      const reference = randomUUID();
      await this.admin(`/accounts/${id}/deposits`, { amount: balance, reference });
    }
    return (await this.admin(`/accounts/${id}/keys`, {})).buyer_key;
  }

  private async admin(path: string, body: object): Promise<any> {
    const { statusCode, body: answer } = await request(`${this.market.adminUrl}/admin/v1${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${this.market.operatorToken}`,
      },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${text}`);
    return JSON.parse(text);
  }

  /** Starts a seller's server; several registrations can share it. */
  async server(behaviour: BehaviourName | Behaviour = 'normal'): Promise<Seller> {
    const server = await startSeller(behaviour);
    this.servers.push(server);
    return server;
  }

  /** Registers a seller, by default with a server of its own. */
  async seller(
    behaviour: BehaviourName | Behaviour | Seller = 'normal',
    registration: { models?: string[]; name?: string; host?: string } = {},
  ): Promise<OwnSeller> {
    const isServer = typeof behaviour === 'object' && 'port' in behaviour;
    const server = isServer ? behaviour : await this.server(behaviour);
    const apiKey = randomBytes(24).toString('hex');
    const { host } = registration;
    const origin = host ? `https://${host}` : `http://127.0.0.1:${server.port}`;
    const path = randomBytes(4).toString('hex');
    const body = {
      name: registration.name ?? `Adversary ${path}`,
      endpoint_url: `${origin}/${path}`,
      supported_models: registration.models ?? [this.market.model],
      api_key: apiKey,
    };
    const register = () => this.send('POST', '/seller/v1/register', { body });
    let answer = await register();
    // On a busy machine a registration may be answered with 503, and is then retried.
    for (let left = 5; answer.status === 503 && left > 0; left -= 1) answer = await register();
    if (answer.status !== 200) throw new Error(`register: ${JSON.stringify(answer.body)}`);
    return { sellerId: answer.body.seller_id, apiKey, server };
  }

  /** Posts an ask, by default cheaper than every honest ask. */
  ask(seller: OwnSeller, ask: object = {}): Promise<Sent> {
    return this.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
      sellerKey: seller.apiKey,
      body: {
        model_id: this.market.model,
        price: '0.0005',
        capacity: 1_000_000,
        ttl_seconds: 3_600,
        ...ask,
      },
    });
  }

  /** A model that only this adversary trades, with a seller, an ask and a funded buyer. */
  async ownMarket(behaviour: BehaviourName | Behaviour, balance = '1000') {
    const model = newModel();
    const [seller, key] = await Promise.all([
      this.seller(behaviour, { models: [model] }),
      this.buyer(balance),
    ]);
    await this.ask(seller, { model_id: model, price: '0.0001', capacity: 1_000_000_000 });
    return { model, seller, key };
  }

  /**
   * Repeats the work in `callers` concurrent loops until the attack ends. Failures are counted.
   * @param everyMs minimum interval between two starts of one caller
   */
  async repeat(callers: number, everyMs: number, work: (caller: number) => Promise<unknown>) {
    const call = async (caller: number) => {
      while (!this.signal.aborted) {
        const again = delay(everyMs, undefined, { signal: this.signal }).catch(() => undefined);
        await work(caller).catch((err: Error & { code?: string }) => {
          if (!this.signal.aborted) this.note(err.code ?? err.name);
        });
        await again;
      }
    };
    await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  }

  /** Does the work once per index, at most `atOnce` concurrently. */
  async each(count: number, atOnce: number, work: (index: number) => Promise<unknown>) {
    let next = 0;
    const take = async () => {
      while (next < count && !this.signal.aborted) await work(next++);
    };
    await Promise.all(Array.from({ length: atOnce }, take));
  }

  /** Aborts all requests in progress and stops the servers. */
  async leave(): Promise<void> {
    await this.agent.destroy();
    await Promise.all(this.servers.map((server) => server.close()));
  }
}

export function newModel(): string {
  return `adversary-${randomBytes(6).toString('hex')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
