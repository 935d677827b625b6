/** The newest results of the invariants as metrics. */
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';
import { NEWEST_RUN } from '../../records/reconciliation';

/** Read from the records with each scrape; while those are unavailable the last values remain. */
export function measureInvariants(registry: Registry, records: Records): void {
  const newest = () => records.reconciliation.findOne({ _id: NEWEST_RUN }).catch(() => null);
  new Gauge({
    name: 'tokenbook_invariant_violations',
    help: 'Violations of an invariant that its newest check found; -1 if it could not be checked.',
    labelNames: ['invariant'],
    registers: [registry],
    async collect() {
      for (const { id, status, violations } of (await newest())?.results ?? []) {
        this.set({ invariant: id }, status === 'error' ? -1 : violations);
      }
    },
  });
  new Gauge({
    name: 'tokenbook_invariants_checked_timestamp_seconds',
    help: 'When the newest check of all invariants ran, in Unix seconds.',
    registers: [registry],
    async collect() {
      const run = await newest();
      if (run) this.set(run.ranAt.getTime() / 1_000);
    },
  });
}
