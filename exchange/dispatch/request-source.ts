/**
 * The body of a request, opened when it is sent and passed on in pieces, so that a large one is held
 * only until its seller has it, and not while its answer is read.
 */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { PreparedBody } from '../../domain/seller-body';

export interface RequestSource extends Pick<PreparedBody, 'candidates'> {
  /** Whether it takes one of the places of large bodies. */
  readonly isLarge: boolean;
  /** @throws StepFailure when it is no longer stored */
  open(): Promise<PreparedBody>;
}

/** A body that is in memory anyway. */
export function sourceOf(body: PreparedBody): RequestSource {
  return { candidates: body.candidates, isLarge: false, open: async () => body };
}

/** Larger ones are sent in pieces. */
export const LARGE_REQUEST_BYTES = 1_000_000;
const PIECE_BYTES = 64 * 1024;

/** @param onPiece called before each piece is taken; what it throws ends the request */
export function inPieces(
  body: Buffer,
  onPiece: () => void,
): { readonly stream: Readable; readonly ended: Promise<void> } {
  let left = body;
  function* pieces() {
    while (left.length > 0) {
      onPiece();
      const piece = left.subarray(0, PIECE_BYTES);
      left = left.subarray(PIECE_BYTES);
      yield piece;
    }
    left = Buffer.alloc(0); // the stream lives as long as the answer
  }
  const stream = Readable.from(pieces(), { objectMode: false, highWaterMark: PIECE_BYTES });
  const ended = finished(stream).catch(() => undefined); // an end that is early is one, too
  return { stream, ended };
}
