/** `tokenbook seller up` in front of servers of the test, beside an exchange. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { newModel } from '../e2e/market';
import type { Exchange } from '../support/exchange';
import type { Behaviour, BehaviourName } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { type Run, start } from './command';

export interface Up {
  readonly run: Run;
  readonly upstream: Seller;
  readonly model: string;
  /** Of the endpoint in front of the server. */
  readonly url: string;
}

export interface Ask {
  readonly price: string;
  readonly quantity: string;
}

export class Ups {
  private readonly upstreams: Seller[] = [];
  private readonly runs: Run[] = [];

  private constructor(
    readonly exchange: Exchange,
    /** Of profiles and keys. */
    readonly folder: string,
  ) {}

  static async beside(exchange: Exchange): Promise<Ups> {
    return new Ups(exchange, await mkdtemp(join(tmpdir(), 'tokenbook-seller-up-')));
  }

  async up(behaviour: BehaviourName | Behaviour = 'normal', ...more: string[]): Promise<Up> {
    const upstream = await startSeller(behaviour);
    this.upstreams.push(upstream);
    const model = newModel();
    const port = await freePort();
    const args = [
      'seller',
      'up',
      '--upstream',
      `http://127.0.0.1:${upstream.port}`,
      '--model',
      model,
      '--price',
      '0.9',
      '--port',
      String(port),
      '--upstream-model',
      'its-own',
      ...more,
    ];
    const environment = {
      TOKENBOOK_HOME: this.folder,
      TOKENBOOK_PROFILES: join(this.folder, 'profiles.json'),
      UPSTREAM_KEY: 'key of the server',
    };
    const run = start(this.exchange, args, { environment });
    this.runs.push(run);
    return { run, upstream, model, url: `http://127.0.0.1:${port}/v1` };
  }

  /** Ends the server, which starts again at its port when the function that is returned is called. */
  async away({ upstream }: Up): Promise<() => Promise<void>> {
    await upstream.close();
    return async () => {
      this.upstreams.push(await startSeller('normal', { port: upstream.port }));
    };
  }

  async asks(model: string): Promise<Ask[]> {
    const path = `/market/v1/orderbook?model_id=${model}`;
    return (await this.exchange.send('GET', path)).body.asks;
  }

  async offered(model: string): Promise<Ask> {
    return until(async () => (await this.asks(model))[0], { what: `an offer of ${model}` });
  }

  async stop(): Promise<void> {
    await Promise.all(this.runs.map((run) => run.interrupt()));
    await Promise.all(this.upstreams.map((upstream) => upstream.close()));
    await rm(this.folder, { recursive: true });
  }
}
