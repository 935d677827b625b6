/**
 * Reads the size of a picture, or the length of a sound, from the header of its file. No step
 * does more than move on, so that a hostile file takes no longer than an honest one of its length:
 * the usual package makes a view per byte of a broken JPEG, 6 s for 24 MB.
 */

export interface PictureSize {
  readonly widthPixels: number;
  readonly heightPixels: number;
}

/** PNG, GIF, WebP or JPEG; null when it is another file, or its header says nothing. */
export function pictureSizeOf(bytes: Buffer): PictureSize | null {
  const size = orNull(() => pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes));
  return size && size.widthPixels > 0 && size.heightPixels > 0 ? size : null;
}

/** A file that ends within its header says nothing. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (err) {
    if (err instanceof RangeError) return null;
    throw err;
  }
}

const sizeOf = (widthPixels: number, heightPixels: number): PictureSize => ({
  widthPixels,
  heightPixels,
});

function pngSize(bytes: Buffer): PictureSize | null {
  if (bytes.readUInt32BE(0) !== 0x89504e47) return null;
  return sizeOf(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
}

function gifSize(bytes: Buffer): PictureSize | null {
  if (!bytes.toString('latin1', 0, 6).startsWith('GIF8')) return null;
  return sizeOf(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
}

function webpSize(bytes: Buffer): PictureSize | null {
  if (!isRiff(bytes, 'WEBP')) return null;
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return sizeOf(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  if (kind === 'VP8 ') {
    return sizeOf(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  }
  if (kind !== 'VP8L') return null;
  const bits = bytes.readUInt32LE(21);
  return sizeOf((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
}

/** Markers of a frame, whose segment has the size: the others in this range are tables. */
const FRAME_FIRST = 0xc0;
const FRAME_LAST = 0xcf;
const TABLES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc]);

function jpegSize(bytes: Buffer): PictureSize | null {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; bytes[at] === 0xff;) {
    while (bytes[at] === 0xff) at += 1; // padding
    const marker = bytes[at] ?? 0;
    const segment = at + 1;
    if (marker >= FRAME_FIRST && marker <= FRAME_LAST && !TABLES.has(marker)) {
      return sizeOf(bytes.readUInt16BE(segment + 5), bytes.readUInt16BE(segment + 3));
    }
    at = segment + bytes.readUInt16BE(segment);
  }
  return null;
}

/** The slowest sound that is listened to: 16 kbit/s. A header that says less is not believed. */
const BYTES_PER_SECOND_MIN = 2_000;
/** `fmt ` and `data`. */
const FORMAT_CHUNK = 0x666d7420;
const DATA_CHUNK = 0x64617461;

/**
 * The length of a WAV file; null for another one.
 * @param bytes its start
 * @param fileBytes its size: a header written before the sound says nothing of it
 */
export function wavSecondsOf(bytes: Buffer, fileBytes: number): number | null {
  return orNull(() => {
    if (!isRiff(bytes, 'WAVE')) return null;
    let bytesPerSecond = 0;
    for (let at = 12; ;) {
      const kind = bytes.readUInt32BE(at);
      const size = bytes.readUInt32LE(at + 4);
      const start = at + 8;
      if (kind === FORMAT_CHUNK) bytesPerSecond = bytes.readUInt32LE(start + 8);
      if (kind === DATA_CHUNK) {
        if (bytesPerSecond === 0) return null;
        const rest = Math.max(0, fileBytes - start);
        const sound = size === 0 ? rest : Math.min(size, rest);
        return sound / Math.max(bytesPerSecond, BYTES_PER_SECOND_MIN);
      }
      at = start + size + (size % 2);
    }
  });
}

function isRiff(bytes: Buffer, form: string): boolean {
  return bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === form;
}
