/** Where recorded histories are kept. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(__dirname, 'histories');

/** @param runId of a run that went on in a new one; without it the newest */
export async function saveHistory(
  client: Client,
  name: string,
  workflowId: string,
  runId?: string,
): Promise<void> {
  const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), `${withoutThisMachine(historyToJSON(history))}\n`);
}

/** Names of processes and paths of the recording machine tell nothing. */
function withoutThisMachine(json: string): string {
  return json.replaceAll(ROOT, '/tokenbook').replace(/\d+@[\w.-]+/g, 'worker@recorder');
}
