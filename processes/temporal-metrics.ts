/**
 * The metrics of Temporal's SDK, beside ours at `/metrics`. Its native part hands them over as single
 * updates, which are added up here: its own exporter would need a port of its own.
 */
import { type BufferedMetricUpdate, MetricsBuffer } from '@temporalio/worker';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

const TAKEN_OVER_EVERY_MS = 500;
/** Beyond it updates are lost. */
const BUFFERED_MAX = 100_000;
/** Of the tags; the others are the same for all series of a process. */
const LABELS = [
  'operation',
  'status_code',
  'task_queue',
  'workflow_type',
  'activity_type',
  'worker_type',
  'poller_type',
  'failure_reason',
];
const SECONDS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60];

type Total = { readonly add: (labels: Record<string, string>, value: number) => void };
type Kind = BufferedMetricUpdate['metric']['kind'];

export class TemporalMetrics {
  readonly buffer = new MetricsBuffer({
    maxBufferSize: BUFFERED_MAX,
    useSecondsForDurations: true,
  });
  private readonly totals = new Map<string, Total>();

  /** Until then, whatever has been measured waits in the buffer. */
  register(registry: Registry): void {
    const takeOver = () => {
      for (const update of this.buffer.retrieveUpdates()) this.add(update, registry);
    };
    setInterval(takeOver, TAKEN_OVER_EVERY_MS).unref();
  }

  private add({ metric, value, attributes }: BufferedMetricUpdate, registry: Registry): void {
    const { name, kind, description } = metric;
    // What cannot be added up would throw.
    if (!Number.isFinite(value) || (kind === 'counter' && value < 0)) return;
    let total = this.totals.get(name);
    if (!total) {
      total = totalOf(kind, name, description, registry);
      this.totals.set(name, total);
    }
    total.add(labelsOf(attributes), value);
  }
}

function labelsOf(tags: BufferedMetricUpdate['attributes']): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const name of LABELS) if (tags[name] !== undefined) labels[name] = String(tags[name]);
  return labels;
}

function totalOf(kind: Kind, name: string, help = name, registry: Registry): Total {
  const options = { name, help: help || name, labelNames: LABELS, registers: [registry] };
  if (kind === 'counter') {
    const counter = new Counter(options);
    return { add: (labels, value) => counter.inc(labels, value) };
  }
  if (kind === 'histogram') {
    const histogram = new Histogram({ ...options, buckets: SECONDS });
    return { add: (labels, value) => histogram.observe(labels, value) };
  }
  const gauge = new Gauge(options);
  return {
    add: (labels, value) =>
      kind === 'gauge' ? gauge.set(labels, value) : gauge.inc(labels, value),
  };
}
