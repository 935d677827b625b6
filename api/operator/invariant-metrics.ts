/** The newest results of the invariants as metrics. */
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';
import { NEWEST_FULL_RUN, NEWEST_RUN } from '../../records/documents/reconciliation';

const EXTENTS = { recent: NEWEST_RUN, all: NEWEST_FULL_RUN } as const;

/** Read from the records with each scrape; while those are unavailable the last values remain. */
export function measureInvariants(registry: Registry, records: Records): void {
  const newest = (_id: (typeof EXTENTS)[keyof typeof EXTENTS]) =>
    records.reconciliation.findOne({ _id }).catch(() => null);
  new Gauge({
    name: 'tokenbook_invariant_violations',
    help: 'Violations of an invariant that its newest check found; -1 if it could not be checked.',
    labelNames: ['invariant', 'extent'],
    registers: [registry],
    async collect() {
      for (const [extent, run] of Object.entries(EXTENTS)) {
        for (const { id, status, violations } of (await newest(run))?.results ?? []) {
          this.set({ invariant: id, extent }, status === 'error' ? -1 : violations);
        }
      }
    },
  });
  new Gauge({
    name: 'tokenbook_invariants_checked_timestamp_seconds',
    help: 'When the newest check of all invariants ran, in Unix seconds.',
    labelNames: ['extent'],
    registers: [registry],
    async collect() {
      for (const [extent, id] of Object.entries(EXTENTS)) {
        const run = await newest(id);
        if (run) this.set({ extent }, run.ranAt.getTime() / 1_000);
      }
    },
  });
}
