/**
 * Limits the connections of clients to a gateway. Its stores and its sellers need file descriptors, too,
 * and Node aborts a process that runs workflows and gets none: without a limit whoever opens connections
 * and keeps them open stops the gateway.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { whenClosed } from '../api/closing';
import { addressGroup } from '../api/middleware/authentication-throttling';
import type { IsProxy } from '../api/middleware/client-address';
import { onNewConnection } from '../api/stream/without-upgrade';

/** Of the file descriptors that the process may open. */
const SHARE_OF_CLIENTS = 1 / 2;
/** Of the connections, for one address. */
const SHARE_OF_ADDRESS = 1 / 2;
const LIMITS_FILE = '/proc/self/limits';

/** Which limit was reached: that of all clients, or that of one address. */
export type RefusedConnection = 'all' | 'address';

/**
 * A connection beyond a limit is closed as soon as it is open.
 * @param max connections of all clients; the descriptors of the process may allow fewer
 * @param isProxy for whose connections only `max` counts
 * @returns how many connections it allows
 */
export function limitConnections(
  server: Server,
  max: number,
  isProxy: IsProxy,
  onRefused: (reason: RefusedConnection) => void,
  descriptors = descriptorsOfProcess(),
): number {
  const all = Math.max(1, Math.min(max, Math.floor(descriptors * SHARE_OF_CLIENTS)));
  const ofAddress = Math.max(1, Math.floor(all * SHARE_OF_ADDRESS));
  const countOf = new Map<string, number>();
  server.maxConnections = all;
  server.on('drop', () => onRefused('all'));
  onNewConnection(server, (socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && isProxy(remoteAddress)) return;
    const address = addressGroup(remoteAddress);
    const count = countOf.get(address) ?? 0;
    if (count >= ofAddress) {
      socket.destroy();
      return onRefused('address');
    }
    countOf.set(address, count + 1);
    whenClosed(socket, () => {
      const left = countOf.get(address)! - 1;
      if (left > 0) countOf.set(address, left);
      else countOf.delete(address);
    });
  });
  return all;
}

/** As many as the process may open at the same time; infinite where the system does not tell. */
function descriptorsOfProcess(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync(LIMITS_FILE, 'utf8'))?.[1];
    return soft === undefined ? Infinity : Number.parseInt(soft, 10);
  } catch {
    return Infinity;
  }
}
