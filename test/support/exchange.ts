/** A whole exchange of real processes for a test, driven over HTTP as its users drive it. */
import { randomBytes, randomUUID } from 'node:crypto';
import { Client, Connection } from '@temporalio/client';
import { createParser } from 'eventsource-parser';
import { request } from 'undici';
import type { Settings } from '../../config/settings';
import { formatPrice } from '../../domain/money';
import { type Records, connectRecords } from '../../records/connect';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { closeAll } from './close-all';
import { testSettings } from './environment';
import { type TestProcess, startProcess } from './processes';
import type { Behaviour, BehaviourName } from './sellers/behaviours';
import { type Seller, type SellerOptions, startSeller } from './sellers/seller';
import type { Addresses } from './servers';
import { until } from './wait';

export const MODEL = 'llama-3.1-8b';

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  // Test code reads bodies freely; what they must hold is what the tests assert.
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
}

export interface ExchangeOptions {
  readonly gateways?: number;
  readonly workers?: number;
  readonly relay?: boolean;
  readonly settings?: Partial<Settings>;
  readonly addresses?: Addresses;
  /** Of its processes, beside their settings. */
  readonly environment?: NodeJS.ProcessEnv;
}

export class Exchange {
  readonly gateways: TestProcess[] = [];
  readonly workers: TestProcess[] = [];
  relay: TestProcess | null = null;
  private readonly sellers: Seller[] = [];

  private constructor(
    readonly settings: Settings,
    readonly records: Records,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  static async start(options: ExchangeOptions = {}): Promise<Exchange> {
    const settings = await testSettings(options.settings, options.addresses);
    const exchange = new Exchange(
      settings,
      await connectRecords(settings),
      options.environment ?? {},
    );
    const gateways = Array.from({ length: options.gateways ?? 1 }, () => exchange.startGateway());
    const workers = Array.from({ length: options.workers ?? 1 }, () => exchange.startWorker());
    const relay = options.relay ? [exchange.startRelay()] : [];
    const begun = await Promise.allSettled([...gateways, ...workers, ...relay]);
    const failed = begun.find(({ status }) => status === 'rejected');
    if (!failed) return exchange;
    await exchange.stop();
    throw (failed as PromiseRejectedResult).reason;
  }

  async startGateway(): Promise<TestProcess> {
    const gateway = await startProcess('gateway', this.settings, this.environment);
    this.gateways.push(gateway);
    return gateway;
  }

  async startWorker(): Promise<TestProcess> {
    const worker = await startProcess('worker', this.settings, this.environment);
    this.workers.push(worker);
    return worker;
  }

  async startRelay(): Promise<TestProcess> {
    this.relay = await startProcess('relay', this.settings, this.environment);
    return this.relay;
  }

  async stop(): Promise<void> {
    const processes = [...this.gateways, ...this.workers, ...(this.relay ? [this.relay] : [])];
    await closeAll([
      () => Promise.all(this.sellers.map((seller) => seller.close())),
      () => Promise.all(processes.map((process) => process.kill())),
      () => this.records.close(),
    ]);
  }

  /** Address of a gateway; without an index of the first one that lives. */
  url(gateway?: number): string {
    return `http://127.0.0.1:${this.gatewayAt(gateway).port}`;
  }

  private gatewayAt(index?: number): TestProcess {
    const gateway =
      index === undefined ? this.gateways.find(({ alive }) => alive) : this.gateways[index];
    if (!gateway) throw new Error('no gateway lives');
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

  /** A registered seller whose behaviour the test decides. */
  async seller(
    behaviour: BehaviourName | Behaviour = 'normal',
    registration: Registration = {},
    at: Pick<SellerOptions, 'host' | 'tls'> = {},
  ): Promise<TestSeller> {
    const seller = await startSeller(behaviour, at);
    this.sellers.push(seller);
    const name = `Seller ${seller.port}`;
    return Object.assign(seller, await this.register(seller.url, { name, ...registration }));
  }

  /** Registers a seller that stands at the address already. */
  async register(url: string, registration: Registration = {}): Promise<RegisteredSeller> {
    const apiKey = randomBytes(24).toString('hex');
    const registered = await this.send('POST', '/seller/v1/register', {
      body: {
        name: registration.name ?? `Seller ${new URL(url).host}`,
        endpoint_url: url,
        supported_models: registration.models ?? [MODEL],
        api_key: apiKey,
        ...(registration.regions ? { regions: registration.regions } : {}),
      },
    });
    if (registered.status !== 200) throw new Error(`register: ${JSON.stringify(registered.body)}`);
    return { sellerId: registered.body.seller_id as string, apiKey };
  }

  /** Rests an ask at the Market surface (price per 1,000 tokens) and gives its id. */
  async ask(
    seller: RegisteredSeller,
    ask: { price: string; capacity?: number; model?: string; region?: string; ttl?: number },
  ): Promise<string> {
    const answer = await this.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
      headers: { 'x-seller-api-key': seller.apiKey },
      body: {
        model_id: ask.model ?? MODEL,
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
      body: chatBody(body),
    });
  }

  /** A streamed chat, read to its end or to a broken connection. */
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
      body: JSON.stringify({ ...chatBody(body), stream: true }),
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

  /** Waits until nothing is under way any more, then asks every invariant of the ledger. */
  async expectExact(timeoutMs = 90_000): Promise<void> {
    await until(
      async () => (await this.records.fills.countDocuments({ status: 'reserved' })) === 0,
      {
        timeoutMs,
        what: 'every fill to be settled or released',
      },
    );
    const broken = (await checkInvariants(this.records)).filter(({ violations }) => violations > 0);
    expect(broken).toEqual([]);
  }

  /** Waits until the workflow of every order is completed. */
  async expectSagasEnded(orders: { readonly requestId?: string } = {}): Promise<void> {
    const connection = await Connection.connect({ address: this.settings.temporalAddress });
    const { workflow } = new Client({ connection });
    for (const { workflowId } of await this.records.orders.find(orders).toArray()) {
      if (workflowId === null) continue; // refused before it had reserved anything
      const hasEnded = async () =>
        (await workflow.getHandle(workflowId).describe()).status.name === 'COMPLETED';
      await until(hasEnded, { what: `workflow ${workflowId} to be completed`, timeoutMs: 60_000 });
    }
    await connection.close();
  }

  /** Waits until the public book shows what MongoDB's asks say, level by level. */
  async expectBookAgrees(model = MODEL, timeoutMs = 30_000): Promise<void> {
    await until(
      async () => {
        const path = `/market/v1/orderbook?model_id=${encodeURIComponent(model)}`;
        const shown = await this.send('GET', path);
        expect(shown.body.asks).toEqual(await this.levelsOfRecords(model));
        return true;
      },
      { timeoutMs, what: 'the book to agree with the records' },
    );
  }

  private async levelsOfRecords(model: string): Promise<{ price: string; quantity: string }[]> {
    const asks = await this.records.asks
      .find({ modelId: model, status: 'active', expiresAt: { $gt: new Date() } })
      .toArray();
    const levels = new Map<bigint, number>();
    for (const ask of asks) {
      if (ask.remainingTokens < ask.lotTokens) continue;
      levels.set(ask.priceScale8, (levels.get(ask.priceScale8) ?? 0) + ask.remainingTokens);
    }
    return [...levels]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([price, quantity]) => ({
        price: formatPrice(price, 'perThousand'),
        quantity: String(quantity),
      }));
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
