/**
 * Reads every collection at one moment. MongoDB keeps such a moment for
 * `minSnapshotHistoryWindowInSeconds`: a backup that takes longer fails, and is never mixed.
 */
import type { Connection, mongo } from 'mongoose';
import { ARCHIVED } from '../archive/months';
import type { ClosedDayDocument } from '../closed-day';
import { BackupEncoder, type BackupEnd, BackupError, type BackupHeader, FORMAT } from './format';

const PART_BYTES = 2 ** 20;
const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;
/** A collection of the archive. Its name is recorded before its first document is. */
const MONTH = new RegExp(`^(?:${ARCHIVED.join('|')})_\\d{4}_\\d{2}$`);

type Database = ReturnType<typeof databaseOf>;
type Session = mongo.ClientSession;

/**
 * The bytes of a backup, not compressed.
 * @param onEnd receives its header and end
 * @throws BackupError when MongoDB no longer has the moment
 */
export async function* takeBackup(
  connection: Connection,
  release: string,
  onEnd: (header: BackupHeader, end: Omit<BackupEnd, 'sha256'>) => void,
): AsyncGenerator<Uint8Array> {
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    const database = databaseOf(connection);
    const encoder = new BackupEncoder();
    const names = await namesAtMoment(database, session);
    const header = {
      ...{ format: FORMAT, release, database: connection.name, at: momentOf(session) },
      collections: await indexesOf(database, names),
    };
    yield encoder.header(header);
    const counts: Record<string, number> = {};
    for (const name of names) {
      counts[name] = 0;
      for await (const { documents, count } of partsOf(database, name, session)) {
        counts[name] += count;
        yield encoder.part({ of: name, documents });
      }
    }
    const end = { counts, chained: await newestDigest(database, session) };
    yield encoder.end(end);
    onEnd(header, end);
  } catch (err) {
    throw isTooLate(err) ? tooLate() : err;
  } finally {
    await session.endSession();
  }
}

function databaseOf(connection: Connection) {
  return connection.getClient().db(connection.name);
}

/** The first read sets the moment. A collection that was created later had no documents then. */
async function namesAtMoment(database: Database, session: Session): Promise<string[]> {
  const months = await database
    .collection<{ _id: string }>('archivemonths')
    .find({}, { session, projection: { _id: 1 } })
    .toArray();
  const known = new Set(months.map(({ _id }) => _id));
  const all = await database.listCollections({}, { nameOnly: true }).toArray();
  return all
    .map(({ name }) => name)
    .filter((name) => !name.startsWith('system.') && (!MONTH.test(name) || known.has(name)))
    .sort();
}

function momentOf(session: Session): Date {
  const { snapshotTime } = session as Session & { snapshotTime?: mongo.Timestamp };
  return new Date((snapshotTime?.getHighBits() ?? 0) * 1_000);
}

async function indexesOf(database: Database, names: readonly string[]) {
  const collections: BackupHeader['collections'][number][] = [];
  for (const name of names) {
    const found = await database.collection(name).indexes();
    const indexes = found
      .filter(({ name: index }) => index !== '_id_')
      .map(({ v: _version, ...index }) => index as mongo.IndexDescription);
    collections.push({ name, indexes });
  }
  return collections;
}

async function* partsOf(database: Database, name: string, session: Session) {
  const found = database.collection(name).find({}, { session, raw: true });
  let documents: Uint8Array[] = [];
  let bytes = 0;
  const part = () => ({ documents: Buffer.concat(documents), count: documents.length });
  for await (const document of found as unknown as AsyncIterable<Uint8Array>) {
    documents.push(document);
    bytes += document.length;
    if (bytes < PART_BYTES) continue;
    yield part();
    [documents, bytes] = [[], 0];
  }
  if (documents.length > 0) yield part();
}

async function newestDigest(database: Database, session: Session): Promise<BackupEnd['chained']> {
  const [day] = await database
    .collection<ClosedDayDocument>('closeddays')
    .find({ 'chain.digest': { $gt: '' } }, { session })
    .sort({ _id: -1 })
    .limit(1)
    .toArray();
  return day?.chain ? { day: day._id, digest: day.chain.digest } : null;
}

function isTooLate(err: unknown): boolean {
  const { code } = err as { code?: unknown };
  return code === SNAPSHOT_TOO_OLD || code === SNAPSHOT_UNAVAILABLE;
}

function tooLate(): BackupError {
  return new BackupError(
    'MongoDB no longer has the moment of this backup: it took longer than minSnapshotHistoryWindowInSeconds (300 by default), or a collection was created meanwhile.',
  );
}
