/**
 * A backup is a gzip file of BSON documents (https://bsonspec.org), one after the other: a header,
 * parts with the documents of a collection, and an end with the checksum of all before it. A file
 * without an end is not a backup.
 */
import { type Hash, createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { mongo } from 'mongoose';

export const FORMAT = 1;
const LENGTH_BYTES = 4;
/** A document of 16 MB, the largest that MongoDB has, and what a part has around it. */
const PART_BYTES_MAX = 17 * 2 ** 20;

export interface BackupHeader {
  readonly format: number;
  /** Release of Tokenbook that took it. */
  readonly release: string;
  readonly database: string;
  /** The moment that all collections were read at. */
  readonly at: Date;
  readonly collections: readonly {
    readonly name: string;
    /** As `createIndexes` receives them, without that of `_id`. */
    readonly indexes: readonly mongo.IndexDescription[];
  }[];
}

/** Some documents of a collection, one after the other. */
export interface BackupPart {
  readonly of: string;
  readonly documents: Uint8Array;
}

export interface BackupEnd {
  /** Number of documents by collection. */
  readonly counts: Readonly<Record<string, number>>;
  /** The newest closed day with a digest. */
  readonly chained: { readonly day: string; readonly digest: string } | null;
  /** SHA-256, hexadecimal, of all bytes before the end, uncompressed. */
  readonly sha256: string;
}

export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Makes the bytes of a backup, with its checksum. */
export class BackupEncoder {
  private readonly hash: Hash = createHash('sha256');

  header(header: BackupHeader): Uint8Array {
    return this.hashed({ ...header });
  }

  part({ of, documents }: BackupPart): Uint8Array {
    return this.hashed({ of, documents: new mongo.Binary(documents) });
  }

  end(end: Omit<BackupEnd, 'sha256'>): Uint8Array {
    return mongo.BSON.serialize({ ...end, sha256: this.hash.digest('hex') });
  }

  private hashed(document: mongo.BSON.Document): Uint8Array {
    const bytes = mongo.BSON.serialize(document);
    this.hash.update(bytes);
    return bytes;
  }
}

/**
 * Reads a backup from its beginning to its end.
 * @throws BackupError when the file is none, is incomplete, or its content does not match its checksum
 */
export async function* readBackup(
  file: string,
): AsyncGenerator<BackupHeader | BackupPart | BackupEnd> {
  const hash = createHash('sha256');
  let end: BackupEnd | null = null;
  let isFirst = true;
  for await (const bytes of documentsOf(file)) {
    const document = decode(bytes);
    if (isFirst) checkHeader(document);
    isFirst = false;
    if (end) throw new BackupError('The file goes on behind the end of the backup.');
    if ('sha256' in document) end = checkedEnd(document as BackupEnd, hash.digest('hex'));
    else hash.update(bytes);
    yield document;
  }
  if (!end) throw new BackupError('The file has no end: the backup was not finished.');
}

function decode(bytes: Uint8Array): BackupHeader | BackupPart | BackupEnd {
  try {
    return mongo.BSON.deserialize(bytes, { promoteBuffers: true }) as never;
  } catch {
    throw new BackupError('The file is damaged, or is not a backup.');
  }
}

function checkHeader(document: object): void {
  const { format } = document as Partial<BackupHeader>;
  if (format === FORMAT) return;
  throw new BackupError(
    typeof format === 'number'
      ? `The backup has format ${format}; this release reads ${FORMAT}.`
      : 'The file is damaged, or is not a backup.',
  );
}

function checkedEnd(end: BackupEnd, sha256: string): BackupEnd {
  if (end.sha256 === sha256) return end;
  throw new BackupError('The file is damaged: its content does not match its checksum.');
}

/** @param bytes documents, one after the other */
export function split(bytes: Uint8Array): Uint8Array[] {
  const documents: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const length = lengthAt(bytes, at);
    documents.push(bytes.subarray(at, at + length));
    at += length;
  }
  return documents;
}

async function* documentsOf(file: string): AsyncGenerator<Uint8Array> {
  let rest: Buffer = Buffer.alloc(0);
  let pieces: Buffer[] = [];
  let missing = LENGTH_BYTES;
  const source = createReadStream(file);
  const unpacked = source.pipe(createGunzip());
  source.on('error', (err) => unpacked.destroy(err));
  try {
    for await (const piece of unpacked) {
      pieces.push(piece as Buffer);
      missing -= (piece as Buffer).length;
      if (missing > 0) continue;
      rest = Buffer.concat([rest, ...pieces]);
      pieces = [];
      while (rest.length >= LENGTH_BYTES && rest.length >= lengthAt(rest, 0)) {
        const length = lengthAt(rest, 0);
        yield rest.subarray(0, length);
        rest = rest.subarray(length);
      }
      missing = (rest.length < LENGTH_BYTES ? LENGTH_BYTES : lengthAt(rest, 0)) - rest.length;
    }
  } catch (err) {
    if (err instanceof BackupError) throw err;
    throw new BackupError(`The file cannot be read: ${(err as Error).message}`);
  }
  if (rest.length > 0 || pieces.length > 0)
    throw new BackupError('The file has no end: the backup was not finished.');
}

function lengthAt(bytes: Uint8Array, at: number): number {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getInt32(at, true);
  if (length > LENGTH_BYTES && length <= PART_BYTES_MAX) return length;
  throw new BackupError('The file is damaged, or is not a backup.');
}
