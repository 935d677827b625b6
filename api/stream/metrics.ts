/** Metrics of the stream; books and addresses are not labels, since their number is unlimited. */
import { Counter, Gauge, type Registry } from 'prom-client';

export class StreamMetrics {
  readonly connections: Gauge<'kind'>;
  readonly snapshots: Counter<'kind'>;
  readonly trades: Counter<'kind'>;
  readonly laggards: Counter<'kind'>;
  readonly dropped: Counter<'reason'>;
  readonly refused: Counter<'code'>;

  /** @param bufferedBytes called with each scrape */
  constructor(registry: Registry, bufferedBytes: () => number) {
    const registers = [registry];
    this.connections = new Gauge({
      name: 'tokenbook_stream_connections',
      help: 'Open sockets, raw ones and those of socket.io.',
      labelNames: ['kind'],
      registers,
    });
    this.snapshots = new Counter({
      name: 'tokenbook_stream_snapshots_total',
      help: 'Snapshots handed to sockets.',
      labelNames: ['kind'],
      registers,
    });
    this.trades = new Counter({
      name: 'tokenbook_stream_trades_total',
      help: 'Trades handed to sockets.',
      labelNames: ['kind'],
      registers,
    });
    this.laggards = new Counter({
      name: 'tokenbook_stream_laggards_total',
      help: 'Times that a slow reader was skipped until it had read its messages.',
      labelNames: ['kind'],
      registers,
    });
    this.dropped = new Counter({
      name: 'tokenbook_stream_dropped_total',
      help: 'Closed sockets: silent, stalled or flooding.',
      labelNames: ['reason'],
      registers,
    });
    new Gauge({
      name: 'tokenbook_stream_buffered_bytes',
      help: 'Bytes that wait in this process for slow raw sockets.',
      registers,
      collect() {
        this.set(bufferedBytes());
      },
    });
    this.refused = new Counter({
      name: 'tokenbook_stream_refused_total',
      help: 'Upgrades that were refused, by error code.',
      labelNames: ['code'],
      registers,
    });
  }
}
