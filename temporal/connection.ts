/**
 * Connections to the Temporal server. A process's client and worker share one native connection,
 * which allows a workflow to start eagerly.
 */
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings';
import { inTime } from '../domain/in-time';
import { followApiKey } from './api-key';
import { connectionFailure } from './connection-failure';
import { clientOptions, connectionOptions } from './connection-options';

const CONNECT_MS = 10_000;

export interface Temporal {
  readonly connection: NativeConnection;
  readonly client: Client;
  close(): Promise<void>;
}

/** @throws Error with the address and the reason when Temporal cannot be used */
export async function connectTemporal(
  settings: Settings,
  logger?: Pick<Logger, 'error'>,
): Promise<Temporal> {
  const { apiKey, ...options } = connectionOptions(settings);
  const currentKey = typeof apiKey === 'function' ? apiKey : null;
  const connection = await inTime(
    NativeConnection.connect({
      ...options,
      ...(currentKey ? { apiKey: currentKey() } : {}),
      grpcCompression: { codec: 'none' },
    }),
    CONNECT_MS,
  ).catch(async (err: unknown) => {
    throw await connectionFailure(settings, err);
  });
  const stopFollowing = followApiKey(
    currentKey,
    (key) => connection.setApiKey(key),
    (err) => logger?.error({ err }, 'Temporal did not take the new API key'),
  );
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
  const close = () => {
    stopFollowing();
    return connection.close();
  };
  return { connection, client, close };
}

/** A client alone that connects on first use, for a process that can work without Temporal. */
export function lazyTemporal(settings: Settings): Pick<Temporal, 'client' | 'close'> {
  const connection = Connection.lazy(clientOptions(settings));
  const client = new Client({ connection, namespace: settings.TEMPORAL_NAMESPACE });
  return { client, close: () => connection.close() };
}
