/**
 * Limits the connections of clients to a gateway. Its stores and its sellers need file descriptors, too,
 * and Node aborts a process that runs workflows and gets none: without a limit whoever opens connections
 * and keeps them open stops the gateway.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { whenClosed } from '../api/closing';
import { addressGroup } from '../api/middleware/authentication-throttling';
import type { IsProxy } from '../api/middleware/client-address';
import { SHARE_OF_CLIENTS, openFilesMax } from '../config/open-files';
import { HealthReserve } from './health-reserve';

/** Of the connections, for one address. */
const SHARE_OF_ADDRESS = 1 / 2;

/** Which limit was reached: that of all clients, or that of one address. */
export type RefusedConnection = 'all' | 'address';

/**
 * On a connection beyond a limit only health is answered (`HealthReserve`).
 * @param max connections of all clients; the descriptors of the process may allow fewer
 * @param isProxy for whose connections only `max` counts
 * @returns how many connections it allows
 */
export function limitConnections(
  server: Server,
  max: number,
  isProxy: IsProxy,
  onRefused: (reason: RefusedConnection) => void,
  descriptors = openFilesMax(),
): number {
  const all = Math.max(1, Math.min(max, Math.floor(descriptors * SHARE_OF_CLIENTS)));
  const ofAddress = Math.max(1, Math.floor(all * SHARE_OF_ADDRESS));
  const reserve = new HealthReserve(server, all);
  const open = new Set<Socket>();
  const countOf = new Map<string, number>();

  function limitReached({ remoteAddress }: Socket): RefusedConnection | null {
    if (open.size >= all) return 'all';
    if (remoteAddress !== undefined && isProxy(remoteAddress)) return null;
    return (countOf.get(addressGroup(remoteAddress)) ?? 0) >= ofAddress ? 'address' : null;
  }

  function count(socket: Socket): void {
    open.add(socket);
    const address = addressGroup(socket.remoteAddress);
    countOf.set(address, (countOf.get(address) ?? 0) + 1);
    whenClosed(socket, () => {
      open.delete(socket);
      const left = countOf.get(address)! - 1;
      if (left > 0) countOf.set(address, left);
      else countOf.delete(address);
    });
  }

  // Node's own, which reads the requests, is the first.
  const [readRequests] = server.listeners('connection') as [(socket: Socket) => void];
  server.off('connection', readRequests);
  server.on('connection', (socket: Socket) => {
    // Also one whose requests are returned to the server (serveWithoutUpgrade).
    const reached = open.has(socket) ? null : limitReached(socket);
    if (reached !== null) return reserve.hold(socket, () => onRefused(reached));
    if (!open.has(socket)) count(socket);
    readRequests.call(server, socket);
  });
  return all;
}
