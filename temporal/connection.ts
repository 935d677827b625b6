/** Connections to the Temporal server. One native connection serves a process's client and worker: that is what lets a workflow start eagerly. */
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

/** A client alone, which connects when it is first used: its process does more than talk to Temporal. */
export function lazyTemporal(settings: Settings): Pick<Temporal, 'client' | 'close'> {
  const connection = Connection.lazy({ address: settings.temporalAddress });
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
  return { client, close: () => connection.close() };
}
