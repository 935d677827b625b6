/** Temporal: version, namespace, and the search attributes of this release. */
import { Connection } from '@temporalio/client';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import type { Settings } from '../../config/settings';
import { SEARCH_ATTRIBUTES } from '../../temporal/register-search-attributes';
import { type Finding, fail, ok, warn } from './finding';

const CONNECT_MS = 5_000;

export async function checkTemporal(settings: Settings): Promise<Finding[]> {
  const { temporalAddress: address, TEMPORAL_NAMESPACE: namespace } = settings;
  let connection: Connection | null = null;
  try {
    connection = await Connection.connect({ address, connectTimeout: CONNECT_MS });
    const { serverVersion } = await connection.workflowService.getSystemInfo({});
    return [
      checkVersion(serverVersion ?? 'unknown'),
      ...(await checkNamespace(connection, namespace)),
    ];
  } catch (err) {
    const remedy = 'Start it ("npm start" does), or correct TEMPORAL_ADDRESS.';
    return [fail('temporal', `${address}: ${(err as Error).message}`, remedy)];
  } finally {
    await connection?.close();
  }
}

function checkVersion(version: string): Finding {
  if (isRecentEnough(version, OLDEST.temporal)) return ok('temporal', version);
  return fail('temporal', version, `Install Temporal ${OLDEST.temporal.join('.')} or later.`);
}

async function checkNamespace(connection: Connection, namespace: string): Promise<Finding[]> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
  } catch (err) {
    const remedy = 'Create it, or correct TEMPORAL_NAMESPACE.';
    return [fail('namespace', `${namespace}: ${(err as Error).message}`, remedy)];
  }
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = SEARCH_ATTRIBUTES.filter((name) => !(name in customAttributes));
  const attributes =
    missing.length === 0
      ? ok('search attributes', `${SEARCH_ATTRIBUTES.length} registered`)
      : warn(
          'search attributes',
          `missing: ${missing.join(', ')}`,
          'A worker registers them when it starts; where it must not, see docs/operate/deploy.md.',
        );
  return [ok('namespace', namespace), attributes];
}
