/** A backup is read as it was written, or not at all: whole, unchanged, and of a format we know. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { mongo } from 'mongoose';
import { BackupEncoder, BackupError, FORMAT, readBackup, split } from '../../records/backup/format';
import { memoryFolder } from '../support/memory-folder';
import { Random, SEED } from '../support/random';

const random = new Random(SEED);
const DOCUMENTS = Array.from({ length: 200 }, (_, at) => ({
  ...{ _id: `${at}`, text: 'x'.repeat(random.between(0, 5_000)) },
  amountScale8: BigInt(random.between(0, 2 ** 31)),
}));

let folder: string;
beforeAll(async () => {
  folder = await memoryFolder('backup-format-');
});
afterAll(() => rm(folder, { recursive: true }));

/** The documents of a file, one after the other. */
function written(format = FORMAT): Uint8Array[] {
  const encoder = new BackupEncoder();
  const header = encoder.header({
    ...{ format, release: '1.2.3', database: 'tokenbook', at: new Date(0) },
    collections: [{ name: 'journals', indexes: [] }],
  });
  const bytes = DOCUMENTS.map((document) => mongo.BSON.serialize(document));
  const parts = [bytes.slice(0, 150), bytes.slice(150)].map((some) =>
    encoder.part({ of: 'journals', documents: Buffer.concat(some) }),
  );
  return [header, ...parts, encoder.end({ counts: { journals: 200 }, chained: null })];
}

async function read(bytes: Uint8Array, pack: (raw: Uint8Array) => Uint8Array = gzipSync) {
  const file = join(folder, 'backup');
  await writeFile(file, pack(bytes));
  const found: Record<string, unknown>[] = [];
  for await (const document of readBackup(file)) found.push({ ...document });
  return found;
}

async function refusal(bytes: Uint8Array, pack?: (raw: Uint8Array) => Uint8Array): Promise<string> {
  const err: unknown = await read(bytes, pack).then(
    () => new Error('It was read'),
    (reason: unknown) => reason,
  );
  expect(err).toBeInstanceOf(BackupError);
  return (err as Error).message;
}

test(`every document comes back in its order, seed ${SEED}`, async () => {
  const [header, one, other, end] = await read(Buffer.concat(written()));
  expect(header).toMatchObject({ format: FORMAT, database: 'tokenbook' });
  const back = [one, other].flatMap((part) => split(part!['documents'] as Uint8Array));
  expect(back.map((bytes) => mongo.BSON.deserialize(bytes, { useBigInt64: true }))).toEqual(
    DOCUMENTS,
  );
  expect(end).toMatchObject({ counts: { journals: 200 }, chained: null });
});

test('a file that ends before its end is refused, wherever it was cut', async () => {
  const documents = written();
  const whole = Buffer.concat(documents);
  const starts = documents.map((_, at) => Buffer.concat(documents.slice(0, at)).length);
  const cuts = [...starts.slice(1), whole.length - 1, random.between(1, whole.length - 1)];
  for (const at of cuts) {
    expect(await refusal(whole.subarray(0, at))).toMatch(/no end/);
  }
});

test('a packed file that was cut is refused', async () => {
  const cut = (raw: Uint8Array) => gzipSync(raw).subarray(0, -20);
  expect(await refusal(Buffer.concat(written()), cut)).toMatch(/cannot be read|no end/);
});

test('a part that was removed, changed or moved does not match the checksum', async () => {
  const [header, one, other, end] = written();
  const changed = Uint8Array.from(one!);
  changed[changed.length - 40]! ^= 1;
  for (const parts of [[one!], [changed, other!], [other!, one!]]) {
    expect(await refusal(Buffer.concat([header!, ...parts, end!]))).toMatch(/checksum|damaged/);
  }
});

test('nothing may follow the end', async () => {
  const documents = written();
  expect(await refusal(Buffer.concat([...documents, documents[1]!]))).toMatch(/goes on/);
});

test('another format, and a file that is none, are told apart', async () => {
  expect(await refusal(Buffer.concat(written(FORMAT + 1)))).toMatch(
    new RegExp(`format ${FORMAT + 1}; this release reads ${FORMAT}`),
  );
  expect(await refusal(mongo.BSON.serialize({ hello: 1 }))).toMatch(/not a backup/);
  expect(await refusal(Buffer.from('no gzip at all'), (raw) => raw)).toMatch(/cannot be read/);
});
