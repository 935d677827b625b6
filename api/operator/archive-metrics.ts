/** How far the archive is, as metrics. */
import { Gauge, type Registry } from 'prom-client';
import type { Records } from '../../records/connect';

/** Read from the records with each scrape; while those are unavailable the last values remain. */
export function measureArchive(registry: Registry, records: Records): void {
  new Gauge({
    name: 'tokenbook_archived_records',
    help: 'Records that were moved to the archive.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      const months = await records.archiveMonths
        .find({})
        .sort({ _id: 1 })
        .toArray()
        .catch(() => []);
      const sums = new Map<string, number>();
      for (const { of, records: moved } of months) sums.set(of, (sums.get(of) ?? 0) + moved);
      for (const [of, moved] of sums) this.set({ of }, moved);
    },
  });
  new Gauge({
    name: 'tokenbook_archive_position_timestamp_seconds',
    help: 'Time of the last record that was looked at for the archive, in Unix seconds.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      const positions = await records.archivePositions
        .find({})
        .sort({ _id: 1 })
        .toArray()
        .catch(() => []);
      for (const { _id: of, behindAt } of positions) this.set({ of }, behindAt.getTime() / 1_000);
    },
  });
}
