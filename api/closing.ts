/**
 * The end of a connection, also when it is in the past: a listener for `close` that is added after
 * the event never runs. Nor does one of a response that still waits for earlier responses of its
 * connection, because Node closes only the response that is being written.
 */
import { once, setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A peer that reads nothing for this long is considered disconnected. */
const WRITE_STALL_MS = 60_000;

const signals = new WeakMap<ServerResponse | Duplex, AbortSignal>();

/** Aborted once the response, or the socket, has closed. One for all callers. */
export function closingOf(peer: ServerResponse | Duplex): AbortSignal {
  const known = signals.get(peer);
  if (known) return known;
  const controller = new AbortController();
  const { signal } = controller;
  setMaxListeners(0, signal);
  signals.set(peer, signal);
  const close = () => controller.abort();
  if (peer.closed) close();
  else peer.once('close', close);
  if ('req' in peer && !signal.aborted) {
    // A kept connection outlives its responses: none of them leaves a listener with it.
    signal.addEventListener('abort', whenClosed(peer.req.socket, close), { once: true });
  }
  return signal;
}

/**
 * Runs when the peer has closed: immediately if that is in the past.
 * @returns what withdraws the call
 */
export function whenClosed(peer: ServerResponse | Duplex, run: () => void): () => void {
  const signal = closingOf(peer);
  if (signal.aborted) run();
  const listener = () => run();
  signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/**
 * Waits until the peer has accepted the output.
 * @returns false when it has left, or has read nothing for a minute: its connection is closed then
 */
export async function drained(res: ServerResponse): Promise<boolean> {
  const timer = setTimeout(() => res.req.socket.destroy(), WRITE_STALL_MS);
  try {
    await once(res, 'drain', { signal: closingOf(res) });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
