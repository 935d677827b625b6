/**
 * Connections to the Temporal server. A process's client and worker share one native connection,
 * which allows a workflow to start eagerly.
 */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Settings } from '../config/settings';

export interface Temporal {
  readonly connection: NativeConnection;
  readonly client: Client;
  close(): Promise<void>;
}

export async function connectTemporal(settings: Settings): Promise<Temporal> {
  const connection = await NativeConnection.connect({
    address: settings.temporalAddress,
    grpcCompression: { codec: 'none' },
  });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
  return { connection, client, close: () => connection.close() };
}

/** A client alone that connects on first use, for a process that can work without Temporal. */
export function lazyTemporal(settings: Settings): Pick<Temporal, 'client' | 'close'> {
  const connection = Connection.lazy({ address: settings.temporalAddress });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
  return { client, close: () => connection.close() };
}
