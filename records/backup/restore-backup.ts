/** Writes a backup into an empty database. The whole file is checked before the first write. */
import { type Connection, mongo } from 'mongoose';
import { type BackupEnd, BackupError, type BackupHeader, readBackup, split } from './format';

export interface Restored {
  readonly header: BackupHeader;
  readonly end: BackupEnd;
}

/** Every document keeps its types. */
const AS_STORED = {
  ...{ promoteValues: false, promoteLongs: false, promoteBuffers: false },
  ...{ useBigInt64: false, bsonRegExp: true },
} as const;

/** @throws BackupError when the file is damaged or the database has documents */
export async function restoreBackup(connection: Connection, file: string): Promise<Restored> {
  const backup = await checkBackup(file);
  const database = connection.getClient().db(connection.name);
  await refuseDocuments(database);
  for (const { name } of backup.header.collections) await ensureCollection(database, name);
  for await (const part of readBackup(file)) {
    if (!('of' in part)) continue;
    const documents = split(part.documents).map((bytes) =>
      mongo.BSON.deserialize(bytes, AS_STORED),
    );
    await database.collection(part.of).insertMany(documents, { ordered: false });
  }
  for (const { name, indexes } of backup.header.collections) {
    if (indexes.length > 0) await database.collection(name).createIndexes([...indexes]);
    const count = await database.collection(name).countDocuments({});
    if (count === (backup.end.counts[name] ?? 0)) continue;
    throw new BackupError(`${name} has ${count} documents: another program writes this database.`);
  }
  return backup;
}

/** Reads the whole file. @throws BackupError unless it is complete and undamaged */
export async function checkBackup(file: string): Promise<Restored> {
  let header: BackupHeader | null = null;
  let end: BackupEnd | null = null;
  for await (const part of readBackup(file)) {
    if ('format' in part) header = part;
    if ('sha256' in part) end = part;
  }
  return { header: header!, end: end! };
}

async function refuseDocuments(database: mongo.Db): Promise<void> {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    if (name.startsWith('system.') || !(await database.collection(name).findOne({}))) continue;
    throw new BackupError(
      `The database ${database.databaseName} is not empty: ${name} has documents.`,
    );
  }
}

const NAMESPACE_EXISTS = 48;

async function ensureCollection(database: mongo.Db, name: string): Promise<void> {
  await database.createCollection(name).catch((err: unknown) => {
    if ((err as { code?: number }).code !== NAMESPACE_EXISTS) throw err;
  });
}
