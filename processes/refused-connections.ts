/** Connections that a gateway refuses, as a metric, and once a minute in its log. */
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { proxiesIn } from '../api/middleware/client-address';
import type { Settings } from '../config/settings';
import { type RefusedConnection, limitConnections } from './client-connections';

const SAID_EVERY_MS = 60_000;
const ADVICE =
  'connections are refused. address: one has too many; is it a proxy that TRUSTED_PROXIES does not name? all: CLIENT_CONNECTIONS, or the open files of the process';

export class RefusedConnections {
  private readonly refused = new Counter({
    name: 'tokenbook_connections_refused_total',
    help: 'Connections of clients that were refused: the limit of all clients, or that of one address, was reached.',
    labelNames: ['reason'],
    registers: [],
  });
  /** Since the last line, by reason. */
  private unsaid = new Map<RefusedConnection, number>();
  private saidAtMs = -Infinity;

  constructor(private readonly logger: Pick<Logger, 'warn'>) {}

  measure(registry: Registry): void {
    registry.registerMetric(this.refused);
  }

  /** Limits the connections of a gateway, and warns when its process may open too few files for them. */
  limit(server: Server, settings: Pick<Settings, 'CLIENT_CONNECTIONS' | 'trustedProxies'>): void {
    const { CLIENT_CONNECTIONS: wanted, trustedProxies } = settings;
    const allowed = limitConnections(server, wanted, proxiesIn(trustedProxies), this.note);
    if (allowed === wanted) return;
    const advice = 'fewer connections than CLIENT_CONNECTIONS: the process may open too few files';
    this.logger.warn({ allowed, wanted }, advice);
  }

  readonly note = (reason: RefusedConnection): void => {
    this.refused.inc({ reason });
    this.unsaid.set(reason, (this.unsaid.get(reason) ?? 0) + 1);
    if (performance.now() - this.saidAtMs < SAID_EVERY_MS) return;
    const refused = Object.fromEntries(this.unsaid);
    this.unsaid.clear();
    this.saidAtMs = performance.now();
    this.logger.warn({ refused }, ADVICE);
  };
}
