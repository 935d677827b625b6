/** The recorded histories of one release, replayed on the workflows of another. */
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils';
import { DefaultLogger, Runtime, Worker } from '@temporalio/worker';
import { ROOT } from '../support/processes';
import type { Release } from './release';

export interface Unreplayable {
  readonly name: string;
  /** Patch markers that the run has recorded. */
  readonly markers: readonly string[];
  readonly reason: string;
}

/** Once, before the first replay: each reports its worker otherwise. */
export function logErrorsOnly(): void {
  Runtime.install({ logger: new DefaultLogger('ERROR') });
}

export async function unreplayable(of: Release, on: Release): Promise<Unreplayable[]> {
  const folder = join(dirname(of.build), 'test', 'replay', 'histories');
  const workflowBundle = { codePath: join(on.build, 'temporal', 'workflow-bundle.js') };
  const found: Unreplayable[] = [];
  for (const name of await readdir(folder)) {
    const file = await readFile(join(folder, name));
    // Releases up to 0.2.0 keep them uncompressed.
    const history = JSON.parse((name.endsWith('.gz') ? gunzipSync(file) : file).toString());
    await Worker.runReplayHistory({ workflowBundle }, historyFromJSON(history)).catch(
      ({ message: reason }: Error) => found.push({ name, markers: markersOf(history), reason }),
    );
  }
  return found;
}

/** Those without a marker that the section of the next release in the changelog names. */
export async function withoutNamedMarker(failed: readonly Unreplayable[]): Promise<Unreplayable[]> {
  const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [, unreleased = ''] = changelog.split(/^## /m);
  return failed.filter(({ markers }) => !markers.some((marker) => unreleased.includes(marker)));
}

function markersOf(history: { events: any[] }): string[] {
  return history.events
    .map((event) => event.markerRecordedEventAttributes?.details?.['patch-data']?.payloads?.[0])
    .filter(Boolean)
    .map(({ data }) => JSON.parse(Buffer.from(data, 'base64').toString()).id);
}
