/** A backup is restored as a whole, to the byte, and into an empty database alone. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BackupEncoder, FORMAT } from '../../records/backup/format';
import { restoreBackup } from '../../records/backup/restore-backup';
import { takeBackup } from '../../records/backup/take-backup';
import type { WritableRecords } from '../../records/connect';
import {
  clearRecords,
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reserve,
  settlement,
} from '../records/scenario';
import { memoryFolder } from '../support/memory-folder';

const ONE = 100_000_000n;

let folder: string;
let file: string;
let records: WritableRecords;
let copy: WritableRecords;
beforeAll(async () => {
  folder = await memoryFolder('restored-');
  file = join(folder, 'backup');
  [records, copy] = [await openRecords(), await openRecords()];
  const accountId = await fundedAccount(records, 10n * ONE);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  for (const used of [0, 7, 100]) {
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 100 });
    await records.ledger.settleFill(settlement(fillId, used));
  }
  const parts: Uint8Array[] = [];
  for await (const part of takeBackup(records.connection, '1.2.3', () => undefined))
    parts.push(part);
  await writeFile(file, gzipSync(Buffer.concat(parts)));
});
beforeEach(() => clearRecords(copy));
afterAll(async () => {
  for (const each of [records, copy]) await dropRecords(each);
  await rm(folder, { recursive: true });
});

/** Every document with its bytes, and every index. */
async function contentOf({ connection }: WritableRecords) {
  const database = connection.getClient().db(connection.name);
  const content: Record<string, unknown> = {};
  for (const { name } of await database.listCollections().toArray()) {
    const found = await database
      .collection(name)
      .find({}, { raw: true, sort: { _id: 1 } })
      .toArray();
    const indexes = await database.collection(name).indexes();
    content[name] = {
      documents: found.map((each) => Buffer.from(each as never).toString('base64')),
      indexes: indexes.toSorted((a, b) => (a.name! < b.name! ? -1 : 1)),
    };
  }
  return content;
}

test('every document and every index is there again', async () => {
  await copy.connection.dropDatabase();
  await restoreBackup(copy.connection, file);
  const [original, restored] = [await contentOf(records), await contentOf(copy)];
  expect(Object.keys(original).length).toBeGreaterThan(10);
  expect(restored).toEqual(original);
  await expectSound(copy);
});

test('a database with a single document is refused, and stays as it is', async () => {
  const now = new Date();
  const name = { _id: 'worker', updatedAt: now };
  await copy.connection
    .getClient()
    .db(copy.connection.name)
    .collection('gateways')
    .insertOne(name as never);
  await expect(restoreBackup(copy.connection, file)).rejects.toThrow(
    /is not empty: gateways has documents/,
  );
  expect(await copy.journals.countDocuments({})).toBe(0);
  expect(await copy.gateways.countDocuments({})).toBe(1);
});

test('what another program wrote meanwhile is not taken for the backup', async () => {
  const encoder = new BackupEncoder();
  const header = encoder.header({
    ...{ format: FORMAT, release: '1.2.3', database: 'd', at: new Date() },
    collections: [{ name: 'gateways', indexes: [] }],
  });
  const end = encoder.end({ counts: { gateways: 1 }, chained: null });
  const short = join(folder, 'short');
  await writeFile(short, gzipSync(Buffer.concat([header, end])));
  await expect(restoreBackup(copy.connection, short)).rejects.toThrow(
    /gateways has 0 documents: another program writes this database/,
  );
});
