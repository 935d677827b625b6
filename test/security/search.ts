/** Finding a secret in anything: byte by byte, also where it stands in base64 or hex. */

export type Piece = string | Uint8Array;

/** How often a secret stands in these pieces, in clear or behind an encoding that hides nothing. */
export function hitsIn(pieces: Iterable<Piece>, secret: string | Buffer): number {
  const needles = spellingsOf(Buffer.from(secret as string));
  let hits = 0;
  for (const piece of pieces) {
    const bytes =
      typeof piece === 'string'
        ? Buffer.from(piece)
        : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    if (needles.some((needle) => bytes.includes(needle))) hits += 1;
  }
  return hits;
}

/** Every text and every byte string in a value, keys of objects included. */
export function piecesOf(value: unknown): Piece[] {
  const pieces: Piece[] = [];
  const pending: unknown[] = [value];
  const seen = new Set<object>();
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next === 'string') pieces.push(next);
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    if (next instanceof Uint8Array) pieces.push(next);
    else if (next instanceof Map) pending.push(...next.keys(), ...next.values());
    else pending.push(...Object.keys(next), ...Object.values(next));
  }
  return pieces;
}

/** In clear, as UTF-16, in hex, and in base64 at each of the three places where it can begin. */
function spellingsOf(secret: Buffer): Buffer[] {
  const base64 = [0, 1, 2].flatMap((lead) => {
    const padded = Buffer.concat([Buffer.alloc(lead), secret]);
    // The first and the last digits mix with what stands beside the secret.
    const digits = padded.toString('base64').replace(/=+$/, '');
    const inner = digits.slice(lead === 0 ? 0 : lead + 1, padded.length % 3 === 0 ? undefined : -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')].map((text) =>
      Buffer.from(text),
    );
  });
  const hex = secret.toString('hex');
  return [
    secret,
    Buffer.from(secret.toString('latin1'), 'utf16le'),
    Buffer.from(hex),
    Buffer.from(hex.toUpperCase()),
    ...base64,
  ];
}
