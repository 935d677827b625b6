/** An exchange with several gateways and workers on one market. */
import { request } from 'undici';
import { Buyers } from '../chat/buyers';
import { type Exchange, openExchange, startSeller } from '../chat/exchange';
import { freePort } from '../../setup/servers/ports';
import type { Stage } from '../stage';
import { ProcessorLimit } from './processor-limit';

/** Of one processor, for each gateway and worker. */
export const SHARE = 0.4;

export interface Gateway {
  readonly name: string;
  readonly buyers: Buyers;
  /** Transactions of its ledger, written and made again, since its start. */
  commits(): Promise<{ readonly written: number; readonly conflicts: number }>;
}

export interface SeveralGateways {
  readonly gateways: readonly Gateway[];
  /** Whether each process is bounded to `SHARE`. */
  readonly areBounded: boolean;
  readonly exchange: Exchange;
  /** Ends the bounds. */
  close(): void;
}

export async function openSeveral(
  stage: Stage,
  environment: Record<string, string>,
  counts: { readonly gateways: number; readonly workers: number; readonly buyers: number },
): Promise<SeveralGateways> {
  const sellerUrl = await startSeller(stage);
  const exchange = await openExchange(stage, environment, sellerUrl, counts.buyers);
  const ports = [{ PORT: environment['PORT'] ?? '', ADMIN_PORT: environment['ADMIN_PORT'] ?? '' }];
  for (let number = 2; number <= counts.gateways; number += 1) {
    const own = { PORT: String(await freePort()), ADMIN_PORT: String(await freePort()) };
    await stage.startProcess(`gateway ${number}`, 'processes/gateway.js', {
      ...environment,
      ...own,
    });
    ports.push(own);
  }
  for (let number = 2; number <= counts.workers; number += 1) {
    await stage.startProcess(`worker ${number}`, 'processes/worker.js', environment);
  }
  const limits = bound(stage);
  return {
    areBounded: limits.every((limit) => limit !== null),
    exchange,
    gateways: ports.map((own, index) => gatewayOf(`gateway ${index + 1}`, own, exchange)),
    close() {
      for (const limit of limits) limit?.remove();
    },
  };
}

function bound(stage: Stage): (ProcessorLimit | null)[] {
  return stage.processes
    .filter(({ name }) => /^(gateway|worker)( \d+)?$/.test(name))
    .map(({ name, pid }) => {
      const limit = ProcessorLimit.create(name.replace(' ', '-'), SHARE);
      limit?.add(pid);
      return limit;
    });
}

function gatewayOf(
  name: string,
  { PORT, ADMIN_PORT }: { readonly PORT: string; readonly ADMIN_PORT: string },
  { buyerKeys }: Exchange,
): Gateway {
  return {
    name,
    buyers: new Buyers(`http://127.0.0.1:${PORT}`, buyerKeys),
    async commits() {
      const { body } = await request(`http://127.0.0.1:${ADMIN_PORT}/metrics`);
      const text = await body.text();
      return {
        written: sumOf(text, 'tokenbook_commit_batch_requests_count'),
        conflicts: sumOf(text, 'tokenbook_commit_conflicts_total'),
      };
    },
  };
}

/** Sum of all series of a metric in Prometheus' text format. */
function sumOf(text: string, name: string): number {
  const values = text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'gm'));
  return [...values].reduce((sum, [, value]) => sum + Number(value), 0);
}
