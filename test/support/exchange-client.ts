/** An exchange as buyers, sellers and operators use it, over HTTP. */
import { randomBytes, randomUUID } from 'node:crypto';
import { createParser } from 'eventsource-parser';
import { request } from 'undici';
import type { Settings } from '../../config/settings';
import type { WritableRecords } from '../../records/connect';
import type { TestProcess } from './processes';
import type { Behaviour, BehaviourName } from './sellers/behaviours';
import { type Seller, type SellerOptions, startSeller } from './sellers/seller';

/** An instrument of the catalog. */
export const MODEL = 'llama-3.1-8b';
/** An instrument of this test file alone, for a shared exchange. */
export const OWN_MODEL = `${MODEL}-${randomUUID().slice(0, 8)}`;

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  // Untyped for convenience; the tests assert the content.
  readonly body: any;
}

export interface StreamedAnswer extends Answer {
  /** Parsed `data:` payloads, without `[DONE]`. */
  readonly chunks: any[];
  readonly done: boolean;
}

export interface RegisteredSeller {
  readonly sellerId: string;
  readonly apiKey: string;
}

export interface TestSeller extends Seller, RegisteredSeller {}

interface Registration {
  readonly models?: string[];
  readonly regions?: string[];
  readonly name?: string;
  /** `models`: what the endpoint can do. */
  readonly declared?: object[];
}

export abstract class ExchangeClient {
  readonly gateways: TestProcess[] = [];
  protected readonly sellers: Seller[] = [];
  protected readonly registered: RegisteredSeller[] = [];

  protected constructor(
    readonly settings: Settings,
    readonly records: WritableRecords,
    /** The default instrument. */
    readonly model: string,
  ) {}

  /** Address of a gateway; by default the first running one. */
  url(gateway?: number): string {
    return `http://127.0.0.1:${this.gatewayAt(gateway).port}`;
  }

  protected gatewayAt(index?: number): TestProcess {
    const gateway =
      index === undefined ? this.gateways.find(({ alive }) => alive) : this.gateways[index];
    if (!gateway) throw new Error('no gateway is running');
    return gateway;
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    options: {
      body?: unknown;
      headers?: Record<string, string>;
      gateway?: number;
      admin?: boolean;
    } = {},
  ): Promise<Answer> {
    const gateway = this.gatewayAt(options.gateway);
    const origin = `http://127.0.0.1:${options.admin ? gateway.adminPort : gateway.port}`;
    const answer = await request(`${origin}${path}`, {
      method,
      headers: {
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.admin
          ? { authorization: `Bearer ${this.settings.secrets.operatorToken}` }
          : {}),
        ...options.headers,
      },
      body: options.body === undefined ? null : JSON.stringify(options.body),
      headersTimeout: 120_000,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: parsed(text) };
  }

  /** A funded buyer with a key. @param balance decimal USD; '0' makes no deposit */
  async buyer(balance = '10', account: object = {}): Promise<{ accountId: string; key: string }> {
    const created = await this.admin('POST', '/accounts', { name: 'Buyer', ...account });
    const accountId: string = created.body.account_id;
    if (balance !== '0') {
      await this.admin('POST', `/accounts/${accountId}/deposits`, {
        amount: balance,
        reference: randomUUID(),
      });
    }
    const issued = await this.admin('POST', `/accounts/${accountId}/keys`, {});
    return { accountId, key: issued.body.buyer_key };
  }

  async admin(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const answer = await this.send(method, `/admin/v1${path}`, {
      admin: true,
      ...(body ? { body } : {}),
    });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** A registered seller with a behaviour set by the test. */
  async seller(
    behaviour: BehaviourName | Behaviour = 'normal',
    registration: Registration = {},
    at: Pick<SellerOptions, 'host' | 'tls'> = {},
  ): Promise<TestSeller> {
    const seller = await startSeller(behaviour, at);
    this.sellers.push(seller);
    // A seller of an earlier file may be registered at the port that this one got.
    const isTaken = await this.records.sellers.findOne({ endpointUrl: seller.url });
    if (isTaken) return this.seller(behaviour, registration, at);
    const name = `Seller ${seller.port}`;
    return Object.assign(seller, await this.register(seller.url, { name, ...registration }));
  }

  /** Registers a seller that already listens at the address. */
  async register(url: string, registration: Registration = {}): Promise<RegisteredSeller> {
    const apiKey = randomBytes(24).toString('hex');
    const registered = await this.send('POST', '/seller/v1/register', {
      body: {
        name: registration.name ?? `Seller ${new URL(url).host}`,
        endpoint_url: url,
        supported_models: registration.models ?? [this.model],
        api_key: apiKey,
        ...(registration.regions ? { regions: registration.regions } : {}),
        ...(registration.declared ? { models: registration.declared } : {}),
      },
    });
    if (registered.status !== 200) throw new Error(`register: ${JSON.stringify(registered.body)}`);
    const seller = { sellerId: registered.body.seller_id as string, apiKey };
    this.registered.push(seller);
    return seller;
  }

  /** Posts an ask on the Market surface (price per 1,000 tokens) and returns its id. */
  async ask(
    seller: RegisteredSeller,
    ask: { price: string; capacity?: number; model?: string; region?: string; ttl?: number },
  ): Promise<string> {
    const answer = await this.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
      headers: { 'x-seller-api-key': seller.apiKey },
      body: {
        model_id: ask.model ?? this.model,
        price: ask.price,
        capacity: ask.capacity ?? 1_000_000,
        ttl_seconds: ask.ttl ?? 3_600,
        ...(ask.region ? { region: ask.region } : {}),
      },
    });
    if (answer.status !== 200)
      throw new Error(`ask: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.ask_id;
  }

  chat(
    key: string,
    body: object = {},
    options: { idempotencyKey?: string; gateway?: number; path?: string } = {},
  ): Promise<Answer> {
    return this.send('POST', options.path ?? '/v1/chat/completions', {
      ...(options.gateway === undefined ? {} : { gateway: options.gateway }),
      headers: {
        authorization: `Bearer ${key}`,
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      body: chatBody({ model: this.model, ...body }),
    });
  }

  /** A streamed chat, read to its end or until the connection breaks. */
  async stream(
    key: string,
    body: object = {},
    options: {
      idempotencyKey?: string;
      gateway?: number;
      onChunk?: (chunk: any) => void;
      signal?: AbortSignal;
    } = {},
  ): Promise<StreamedAnswer> {
    const answer = await request(`${this.url(options.gateway)}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
      },
      body: JSON.stringify({ ...chatBody({ model: this.model, ...body }), stream: true }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const { statusCode: status, headers } = answer;
    if (status !== 200)
      return { status, headers, body: parsed(await answer.body.text()), chunks: [], done: false };
    const chunks: any[] = [];
    let done = false;
    const parser = createParser({
      onEvent: ({ data }) => {
        if (data === '[DONE]') {
          done = true;
          return;
        }
        const chunk = JSON.parse(data);
        chunks.push(chunk);
        options.onChunk?.(chunk);
      },
    });
    const decoder = new TextDecoder();
    for await (const bytes of answer.body)
      parser.feed(decoder.decode(bytes as Buffer, { stream: true }));
    return { status, headers, body: null, chunks, done };
  }

  async account(key: string): Promise<{ balance: string; reserved: string; available: string }> {
    const answer = await this.send('GET', '/market/v1/account', {
      headers: { authorization: `Bearer ${key}` },
    });
    return answer.body;
  }
}

export function chatBody(body: object): object {
  return {
    model: MODEL,
    messages: [{ role: 'user', content: 'Say hello.' }],
    max_price: '1',
    max_tokens: 64,
    ...body,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
