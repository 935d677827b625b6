import type { Addresses, Binaries, TestServers } from './servers';

/** Tells the test files, which run in processes of their own, where the servers are. */
export const SERVERS_VARIABLE = 'TOKENBOOK_TEST_SERVERS';

interface Closable {
  close(): Promise<void>;
}

// Setup and teardown are loaded separately; only the global object is common to both.
const kept = globalThis as {
  tokenbookTestServers?: TestServers;
  tokenbookTestPool?: Closable;
};

export function keepServers(servers: TestServers): void {
  kept.tokenbookTestServers = servers;
}

export function keepPool(pool: Closable): void {
  kept.tokenbookTestPool = pool;
}

export async function stopKeptServers(): Promise<void> {
  await kept.tokenbookTestPool?.close();
  await kept.tokenbookTestServers?.stop();
}

export function sharedServers(): { binaries: Binaries; addresses: Addresses } {
  const value = process.env[SERVERS_VARIABLE];
  if (!value) throw new Error('The test servers are started by the global setup of jest');
  return JSON.parse(value) as { binaries: Binaries; addresses: Addresses };
}
