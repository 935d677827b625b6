/** The starts of media files, as far as their headers say how large the picture or how long the sound is. */

const at = (bytes: number, ...writes: ((buffer: Buffer) => unknown)[]) => {
  const buffer = Buffer.alloc(bytes);
  for (const write of writes) write(buffer);
  return buffer;
};

export const png = (width: number, height: number) =>
  at(
    33,
    (file) => file.write('89504e470d0a1a0a0000000d49484452', 'hex'),
    (file) => file.writeUInt32BE(width, 16),
    (file) => file.writeUInt32BE(height, 20),
  );

export const gif = (width: number, height: number) =>
  at(
    13,
    (file) => file.write('GIF89a'),
    (file) => file.writeUInt16LE(width, 6),
    (file) => file.writeUInt16LE(height, 8),
  );

const webp = (kind: string, ...writes: ((buffer: Buffer) => unknown)[]) =>
  at(
    40,
    (file) => file.write('RIFF'),
    (file) => file.write(`WEBP${kind}`, 8),
    ...writes,
  );

export const webpLossy = (width: number, height: number) =>
  webp(
    'VP8 ',
    (file) => file.writeUInt16LE(width, 26),
    (file) => file.writeUInt16LE(height, 28),
  );

export const webpLossless = (width: number, height: number) =>
  webp('VP8L', (file) => file.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 21));

export const webpExtended = (width: number, height: number) =>
  webp(
    'VP8X',
    (file) => file.writeUIntLE(width - 1, 24, 3),
    (file) => file.writeUIntLE(height - 1, 27, 3),
  );

/** @param extraBytes of a camera's data before the size: segments of at most 60,000 bytes */
export function jpeg(width: number, height: number, extraBytes = 0): Buffer {
  const segments: Buffer[] = [];
  for (let left = extraBytes; left > 0; left -= 60_000) {
    const size = Math.min(left, 60_000);
    segments.push(at(size + 4, (file) => file.writeUInt32BE(0xffe1_0000 + size + 2, 0)));
  }
  const tables = at(6, (file) => file.writeUInt32BE(0xffc4_0004, 0));
  const frame = at(
    19,
    (file) => file.writeUInt32BE(0xffff_c200, 0), // with a byte of padding
    (file) => file.writeUInt16BE(17, 3),
    (file) => file.writeUInt16BE(height, 6),
    (file) => file.writeUInt16BE(width, 8),
  );
  return Buffer.concat([Buffer.from('ffd8', 'hex'), ...segments, tables, frame]);
}

/** @param statedBytes what the header says of the sound */
export function wav(bytesPerSecond: number, soundBytes: number, statedBytes = soundBytes): Buffer {
  return at(
    56 + soundBytes,
    (file) => file.write('RIFF'),
    (file) => file.write('WAVEfmt ', 8),
    (file) => file.writeUInt32LE(16, 16),
    (file) => file.writeUInt32LE(bytesPerSecond, 28),
    (file) => file.write('LIST', 36),
    (file) => file.writeUInt32LE(3, 40), // odd, and therefore padded
    (file) => file.write('data', 48),
    (file) => file.writeUInt32LE(statedBytes, 52),
  );
}

export const dataLink = (type: string, file: Buffer) =>
  `data:${type};base64,${file.toString('base64')}`;
