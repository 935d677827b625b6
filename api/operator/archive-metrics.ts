/** How far the archive is, as metrics. */
import { Gauge, type Registry } from 'prom-client';
import { ARCHIVED, ARCHIVE_OF } from '../../records/archive/archives';
import type { Records } from '../../records/connect';
import { READ_MAX_MS } from '../../records/mongodb/read-limits';

/** Read from the records with each scrape; while those are unavailable the last values remain. */
export function measureArchive(registry: Registry, records: Records): void {
  new Gauge({
    name: 'tokenbook_archived_records',
    help: 'Records that were moved to the archive.',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      for (const of of ARCHIVED) {
        const archive = records[ARCHIVE_OF[of]];
        await archive.estimatedDocumentCount({ maxTimeMS: READ_MAX_MS }).then(
          (count) => this.set({ of }, count),
          () => undefined,
        );
      }
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
