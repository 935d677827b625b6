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

type Metric = BufferedMetricUpdate['metric'];

export class TemporalMetrics {
  readonly buffer = new MetricsBuffer({
    maxBufferSize: BUFFERED_MAX,
    useSecondsForDurations: true,
  });

  /** Until then, whatever has been measured waits in the buffer. */
  register(registry: Registry): void {
    const takeOver = () => {
      for (const update of this.buffer.retrieveUpdates()) add(update, registry);
    };
    setInterval(takeOver, TAKEN_OVER_EVERY_MS).unref();
  }
}

function add({ metric, value, attributes }: BufferedMetricUpdate, registry: Registry): void {
  const { name, kind } = metric;
  // What cannot be added up would throw.
  if (!Number.isFinite(value) || (kind === 'counter' && value < 0)) return;
  const labels = labelsOf(attributes);
  const total = registry.getSingleMetric(name) ?? newTotal(metric, registry);
  if (total instanceof Histogram) total.observe(labels, value);
  else if (total instanceof Counter) total.inc(labels, value);
  else if (total instanceof Gauge && kind === 'gauge') total.set(labels, value);
  else if (total instanceof Gauge) total.inc(labels, value);
}

function labelsOf(tags: BufferedMetricUpdate['attributes']): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const name of LABELS) if (tags[name] !== undefined) labels[name] = String(tags[name]);
  return labels;
}

function newTotal({ name, kind, description }: Metric, registry: Registry) {
  const options = { name, help: description || name, labelNames: LABELS, registers: [registry] };
  if (kind === 'counter') return new Counter(options);
  return kind === 'histogram'
    ? new Histogram({ ...options, buckets: SECONDS })
    : new Gauge(options);
}
