/**
 * `100 Continue` that nobody asked for, before an answer. A client must read past it
 * (RFC 9110, section 15.2), but undici ends the connection: it is removed before undici reads.
 */
import type { Socket } from 'node:net';

const CONTINUE = 'HTTP/1.1 100';
/** A longer head is undici's to refuse. */
const HEAD_BYTES_MAX = 16 * 1024;
const END = '\r\n\r\n';

/** Removes them behind each request that is written. */
export function withoutContinues<Connected extends Socket>(socket: Connected): Connected {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  const read = socket.read.bind(socket) as (size?: number) => Buffer | null;
  let isBeforeHead = true;
  let kept: Buffer = Buffer.alloc(0);
  socket.write = (...args: unknown[]) => {
    isBeforeHead = true;
    return write(...args);
  };
  socket.read = (size?: number) => {
    while (isBeforeHead) {
      const next = read(size);
      if (next === null) return null;
      const { rest, isWhole } = behindContinues(Buffer.concat([kept, next]));
      kept = isWhole ? Buffer.alloc(0) : rest;
      if (!isWhole || rest.length === 0) continue;
      isBeforeHead = false;
      return rest;
    }
    return read(size);
  };
  return socket;
}

/** @returns `isWhole`: it is known whether the rest begins with another one */
function behindContinues(bytes: Buffer): { readonly rest: Buffer; readonly isWhole: boolean } {
  let rest = bytes;
  while (rest.length > 0 && CONTINUE.startsWith(rest.toString('latin1', 0, CONTINUE.length))) {
    const end = rest.indexOf(END);
    if (end === -1) return { rest, isWhole: rest.length > HEAD_BYTES_MAX };
    rest = rest.subarray(end + END.length);
  }
  return { rest, isWhole: true };
}
