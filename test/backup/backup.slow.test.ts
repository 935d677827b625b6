/** `tokenbook backup` and `tokenbook restore`: all records of one moment, or nothing. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { VERSION } from '../../config/version';
import { restoreBackup } from '../../records/backup/restore-backup';
import { takeBackup } from '../../records/backup/take-backup';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { archiveOld, closedDaysOf, makePast, verify } from '../chain/past-days';
import { COMMAND, NO_PROFILES, Run } from '../cli/command';
import { dropRecords, expectSound, fundedAccount, openRecords } from '../records/scenario';
import { newParties, step } from '../statements/histories';
import { testSettings } from '../support/environment';
import { buildOnce } from '../support/processes';

const STEPS = 20;

let folder: string;
let records: WritableRecords;
let mongoUri: string;
/** Made by the command. */
let file: string;
const restored: WritableRecords[] = [];

beforeAll(async () => {
  await buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-backup-'));
  records = await openRecords();
  ({ mongoUri } = await testSettings());
  await makePast(records);
  await archiveOld(records);
  file = join(folder, 'records.backup');
}, 120_000);
afterAll(async () => {
  for (const each of [records, ...restored]) await dropRecords(each);
  rmSync(folder, { recursive: true, force: true });
});

function tokenbook(database: string, ...args: string[]) {
  const env = {
    ...{ PATH: process.env['PATH'] ?? '', TOKENBOOK_PROFILES: NO_PROFILES },
    ...{ MONGODB_URI: mongoUri, MONGODB_DATABASE: database },
  };
  return new Run(spawn(process.execPath, [COMMAND, ...args], { env })).ended;
}

/** As a process sees it that starts on it. */
async function openRestored(database: string): Promise<WritableRecords> {
  const opened = await connectRecords({ mongoUri, MONGODB_DATABASE: database });
  restored.push(opened);
  return opened;
}

/** Every document with its bytes, and every index. */
async function contentOf({ connection }: WritableRecords) {
  const database = connection.getClient().db(connection.name);
  const names = (await database.listCollections().toArray()).map(({ name }) => name).sort();
  const content: Record<string, unknown> = {};
  for (const name of names) {
    const collection = database.collection(name);
    const documents = await collection.find({}, { raw: true, sort: { _id: 1 } }).toArray();
    const indexes = (await collection.indexes()).sort((a, b) => (a.name! < b.name! ? -1 : 1));
    const bytes = documents.map((each) => Buffer.from(each as never).toString('base64'));
    content[name] = { indexes, bytes };
  }
  return content;
}

test('a restored database has the same documents, to the byte, and the same indexes', async () => {
  const newest = (await closedDaysOf(records)).at(-1)!;
  const taken = await tokenbook(records.connection.name, 'backup', file);
  expect(taken).toMatchObject({ code: 0, stderr: '' });
  expect(taken.stdout).toContain(`newest digest: ${newest._id}=${newest.chain!.digest}`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const database = `${records.connection.name}-a`;
  const said = await tokenbook(database, 'restore', file, '--json');
  expect(said).toMatchObject({ code: 0, stderr: '' });
  const answer = JSON.parse(said.stdout) as { at: string; release: string };
  expect(answer.release).toBe(VERSION);
  expect(Date.now() - Date.parse(answer.at)).toBeLessThan(120_000);
  const copy = await openRestored(database);
  expect(await contentOf(copy)).toEqual(await contentOf(records));
  expect((await verify(copy)).flatMap(({ differences }) => differences)).toEqual([]);
  await expectSound(copy);
});

test('all collections are of one moment, however much is written meanwhile', async () => {
  const parties = await newParties(records, await fundedAccount(records, 100_000_000_000n));
  await step(records, parties);
  const before = await contentOf(records);
  const parts: Uint8Array[] = [];
  for await (const bytes of takeBackup(records.connection, VERSION, () => undefined)) {
    parts.push(bytes);
    // The header is there as soon as the moment is fixed.
    if (parts.length === 1) for (let at = 0; at < STEPS; at += 1) await step(records, parties);
  }
  const busy = join(folder, 'busy.backup');
  writeFileSync(busy, gzipSync(Buffer.concat(parts)));
  const copy = await openRestored(`${records.connection.name}-b`);
  await restoreBackup(copy.connection, busy);
  expect(await contentOf(copy)).toEqual(before);
  await expectSound(copy);
});

test('an existing file is not replaced', async () => {
  const other = join(folder, 'other');
  writeFileSync(other, 'mine');
  const { code, stderr } = await tokenbook(records.connection.name, 'backup', other);
  expect({ code, said: stderr.includes('EEXIST') }).toEqual({ code: 2, said: true });
  expect(readFileSync(other, 'utf8')).toBe('mine');
});

test('a backup that cannot be finished leaves no file', async () => {
  const left = join(folder, 'left');
  const reader = new Run(
    spawn(process.execPath, [COMMAND, 'backup', left], {
      env: { PATH: process.env['PATH'] ?? '', MONGODB_URI: 'mongodb://127.0.0.1:1' },
    }),
  );
  expect((await reader.ended).code).toBe(7);
  expect(existsSync(left)).toBe(false);
});

test('a database with a document is refused, and nothing is written', async () => {
  const before = await contentOf(records);
  const { code, stderr } = await tokenbook(records.connection.name, 'restore', file);
  expect({ code, said: stderr.includes('is not empty') }).toEqual({ code: 1, said: true });
  expect(await contentOf(records)).toEqual(before);
});

describe('nothing is written from a file', () => {
  const content = () => readFileSync(file);
  const changed = () => {
    const bytes = gunzipSync(content());
    const at = bytes.lastIndexOf('seller:') + 'seller:'.length;
    bytes[at] = bytes[at]! ^ 1;
    return gzipSync(bytes);
  };
  const unpacked = () => gunzipSync(content());
  /** The end is the last document: its length is that of its place to the end of the file. */
  const withoutEnd = () => {
    const bytes = unpacked();
    let at = 0;
    let last = 0;
    while (at < bytes.length) [last, at] = [at, at + bytes.readInt32LE(at)];
    return gzipSync(bytes.subarray(0, last));
  };

  test.each([
    ['in which a letter differs', changed, 'does not match its checksum'],
    ['that was cut', () => content().subarray(0, content().length / 2), 'cannot be read'],
    ['without an end', withoutEnd, 'was not finished'],
    ['with a second one behind it', () => Buffer.concat([content(), content()]), 'goes on behind'],
    ['that is none', () => gzipSync('a text that is no backup'), 'is not a backup'],
    ['that is not compressed', unpacked, 'cannot be read'],
    ['that is empty', () => gzipSync(''), 'was not finished'],
  ])('%s', async (_what, bytes, reason) => {
    const bad = join(folder, 'bad');
    writeFileSync(bad, bytes());
    const { connection } = records;
    await expect(restoreBackup(connection, bad)).rejects.toThrow(reason);
  });

  test('of another format', async () => {
    const { BSON } = (await import('mongoose')).mongo;
    const bad = join(folder, 'bad');
    writeFileSync(bad, gzipSync(BSON.serialize({ format: 2 })));
    await expect(restoreBackup(records.connection, bad)).rejects.toThrow('has format 2');
  });
});
