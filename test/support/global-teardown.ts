import { stopKeptServers } from './shared-servers';

export default async function globalTeardown(): Promise<void> {
  await stopKeptServers();
}
