/** A connection to the order books, or to another namespace, that comes back by itself. */
import { type Socket, io } from 'socket.io-client';

const RECONNECT_MS = 500;
const RECONNECT_MOST_MS = 5_000;

export interface BookSocket {
  readonly socket: Socket;
  close(): void;
}

export function openBookSocket(namespace: '/' | '/catalog' = '/'): BookSocket {
  let returning: ReturnType<typeof setTimeout> | undefined;
  const socket = io(`${location.origin}${namespace}`, {
    transports: ['websocket'],
    forceNew: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: RECONNECT_MOST_MS,
  });
  socket.on('disconnect', (reason) => {
    // A gateway that stops says goodbye; the client would not come back by itself.
    if (reason !== 'io server disconnect') return;
    clearTimeout(returning);
    returning = setTimeout(() => socket.connect(), RECONNECT_MS * (1 + Math.random()));
  });
  return {
    socket,
    close: () => {
      socket.disconnect();
      clearTimeout(returning);
    },
  };
}
