/** Whether workflows are where the records need them, and the upkeep runs, as metrics of a worker. */
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';
import { type MaintenanceState, maintenanceState } from '../../records/documents/maintenance-state';

/** Read from the records with each scrape; while those are unavailable the last values remain. */
export function measureMaintenance(
  registry: Registry,
  records: Pick<Records, 'followers' | 'lots'>,
): void {
  // One read for all gauges of a scrape.
  let reading: Promise<MaintenanceState | null> | null = null;
  const read = () =>
    (reading ??= maintenanceState(records)
      .catch(() => null)
      .finally(() => (reading = null)));
  gauge(registry, read, {
    name: 'tokenbook_workflows_missing',
    help: 'Orders, lots and sellers that lacked their workflow when they were last checked.',
    labelNames: ['of'],
    set(into, { missing }) {
      for (const [of, count] of missing) into.set({ of }, count);
    },
  });
  gauge(registry, read, {
    name: 'tokenbook_workflows_failing',
    help: 'Workflows whose tasks failed again and again at the last run of the upkeep.',
    labelNames: [],
    set(into, { failing }) {
      if (failing !== null) into.set(failing);
    },
  });
  gauge(registry, read, {
    name: 'tokenbook_upkeep_last_run_timestamp_seconds',
    help: 'When the upkeep ran last, in Unix seconds.',
    labelNames: [],
    set(into, { ranAt }) {
      if (ranAt) into.set(ranAt.getTime() / 1_000);
    },
  });
  gauge(registry, read, {
    name: 'tokenbook_lots_overdue',
    help: 'Lots that are open two minutes after the end of their window, or longer.',
    labelNames: [],
    set(into, { overdueLots }) {
      into.set(overdueLots);
    },
  });
}

interface MaintenanceGauge {
  readonly name: string;
  readonly help: string;
  readonly labelNames: string[];
  set(into: Gauge, state: MaintenanceState): void;
}

function gauge(
  registry: Registry,
  read: () => Promise<MaintenanceState | null>,
  { set, ...named }: MaintenanceGauge,
): void {
  new Gauge({
    ...named,
    registers: [registry],
    async collect() {
      const state = await read();
      if (state) set(this, state);
    },
  });
}
