/** The recorded histories: each a compressed file. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { historyFromJSON, historyToJSON } from '@temporalio/common/lib/proto-utils';
import { type WorkflowBundleOption, Worker } from '@temporalio/worker';
import type { Exchange } from '../support/exchange';

const ROOT = join(__dirname, '..', '..');
const FOLDER = join(__dirname, 'histories');
const ENDING = '.json.gz';

export const recorded = readdirSync(FOLDER).map((file) => basename(file, ENDING));

export function historyOf(name: string): any {
  return JSON.parse(gunzipSync(readFileSync(join(FOLDER, `${name}${ENDING}`))).toString());
}

export async function replay(
  workflowBundle: WorkflowBundleOption,
  name: string,
  history = historyOf(name),
): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle, replayName: name }, historyFromJSON(history));
}

/** @param runId of a run that went on in a new one; without it the newest */
export async function saveHistory(
  { temporal }: Exchange,
  name: string,
  workflowId: string,
  runId?: string,
): Promise<void> {
  const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
  const json = withoutThisMachine(historyToJSON(history));
  writeFileSync(join(FOLDER, `${name}${ENDING}`), gzipSync(json, { level: 9 }));
}

/** Of a run that has ended by then. */
export async function saveEnded(
  exchange: Exchange,
  name: string,
  workflowId: string,
  runId?: string,
): Promise<void> {
  await exchange.workflowEnded(workflowId, runId);
  await saveHistory(exchange, name, workflowId, runId);
}

/** Names of processes and paths of the recording machine tell nothing. */
function withoutThisMachine(json: string): string {
  return json.replaceAll(ROOT, '/tokenbook').replace(/\d+@[\w.-]+/g, 'worker@recorder');
}
