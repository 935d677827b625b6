/** MongoDB: version, replica set, its journals and writes, clock, indexes of this release, sellers that share an endpoint. Nothing is changed. */
import mongoose, { type Connection } from 'mongoose';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import type { Settings } from '../../config/settings';
import { connectionFailure } from '../../records/mongodb/connection-failure';
import { differenceOf, findDeployment, ownSecrets } from '../../records/mongodb/claim-deployment';
import { collectionsOf, compileModels } from '../../records/collections';
import { JOURNAL_REMEDY, isMajorityJournaled } from '../../records/mongodb/majority-journal';
import type { SellerDocument } from '../../records/documents/seller';
import { maintenanceState } from '../../records/documents/maintenance-state';
import { type Finding, clockFinding, fail, ok, warn } from './finding';

const CONNECT_MS = 5_000;

export async function checkMongodb(settings: Settings): Promise<Finding[]> {
  const { mongoUri, MONGODB_DATABASE } = settings;
  const connection = mongoose.createConnection(mongoUri, {
    dbName: MONGODB_DATABASE,
    appName: 'tokenbook doctor',
    autoIndex: false,
    autoCreate: false,
    serverSelectionTimeoutMS: CONNECT_MS,
  });
  try {
    await connection.asPromise();
    return [
      await checkServer(connection),
      ...(await checkMember(connection)),
      await checkJournal(connection),
      await checkWrites(connection, mongoUri),
      await checkIndexes(connection),
      await checkEndpoints(connection),
      await checkSecrets(connection, settings),
      await checkMaintenance(connection),
    ];
  } catch (err) {
    const remedy = 'Start it ("npm start" does), or correct MONGODB_URI.';
    return [fail('mongodb', (await connectionFailure(mongoUri, err)).message, remedy)];
  } finally {
    await connection.close().catch(() => undefined);
  }
}

async function checkServer(connection: Connection): Promise<Finding> {
  const { version } = (await connection.db!.admin().serverInfo()) as { version: string };
  if (isRecentEnough(version, OLDEST.mongodb)) return ok('mongodb', version);
  return fail('mongodb', version, `Install MongoDB ${OLDEST.mongodb.join('.')} or later.`);
}

async function checkMember(connection: Connection): Promise<Finding[]> {
  const before = Date.now();
  const hello = await connection.db!.admin().command({ hello: 1 });
  const nowMs = (before + Date.now()) / 2;
  const { setName, localTime } = hello as { setName?: string; localTime: Date };
  const member = setName
    ? ok('replica set', setName)
    : fail(
        'replica set',
        'none: transactions need one',
        'Start mongod with --replSet, and initiate the set.',
      );
  return [member, clockFinding("mongodb's clock", localTime.getTime(), nowMs)];
}

async function checkJournal(connection: Connection): Promise<Finding> {
  const isJournaled = await isMajorityJournaled(connection.db!);
  if (isJournaled === false) return fail('journal', 'not waited for', JOURNAL_REMEDY);
  return ok('journal', isJournaled ? 'a majority waits for it' : 'this user may not read it');
}

/** Deletes what does not exist, confirmed by a majority as every write is. */
async function checkWrites(connection: Connection, mongoUri: string): Promise<Finding> {
  const check = "mongodb's writes";
  const writeConcern = { w: 'majority', journal: true, wtimeoutMS: CONNECT_MS } as const;
  try {
    const { deployments } = collectionsOf(connection);
    await deployments.deleteOne({ _id: ' nobody ' }, { writeConcern });
    return ok(check, 'confirmed by a majority');
  } catch (err) {
    const remedy = 'The user needs the role readWrite, and the set a majority of its members.';
    return fail(check, (await connectionFailure(mongoUri, err)).message, remedy);
  }
}

/** Missing indexes are created by the next start of a process; superfluous ones only cost. */
async function checkIndexes(connection: Connection): Promise<Finding> {
  const models = Object.values(compileModels(connection));
  const existing = new Set((await connection.listCollections()).map(({ name }) => name));
  const missing = await Promise.all(
    models.map(async ({ collection, schema }) => {
      const { collectionName } = collection;
      if (!existing.has(collectionName)) return [collectionName];
      const found = await connection.collection(collectionName).indexes();
      const keys = new Set(found.map(({ key }) => JSON.stringify(key)));
      return schema
        .indexes()
        .map(([key]) => JSON.stringify(key))
        .filter((key) => !keys.has(key))
        .map((key) => `${collectionName} ${key}`);
    }),
  ).then((lists) => lists.flat());
  if (missing.length === 0) return ok('indexes', `of ${models.length} collections`);
  const remedy = 'Every process creates them when it starts: start one, and look at its log.';
  return warn('indexes', `missing: ${missing.join(', ')}`, remedy);
}

/** Another KEY_PEPPER refuses every key; without a payload key, what it encrypted stays closed. */
async function checkSecrets(connection: Connection, settings: Settings): Promise<Finding> {
  const own = ownSecrets(settings);
  const found = await findDeployment(collectionsOf(connection).deployments, own);
  if (!found) return ok('secrets', 'not recorded yet: the first process does');
  const different = differenceOf(found, own);
  if (different === null)
    return ok('secrets', `payload keys in use: ${found.payloadKeyIds.join(', ')}`);
  return fail('secrets', different, 'docs/operate/security.md says where they come from.');
}

const ENDPOINTS_NAMED = 10;

/** An earlier release took each spelling of an endpoint for another one. */
async function checkEndpoints(connection: Connection): Promise<Finding> {
  const later = await connection
    .collection<Pick<SellerDocument, '_id' | 'endpointIdentity' | 'heldEndpoint' | 'standing'>>(
      'sellers',
    )
    .find({ endpointIdentity: { $gt: '' }, heldEndpoint: null, standing: { $ne: 'Banned' } })
    .limit(ENDPOINTS_NAMED)
    .toArray();
  if (later.length === 0) return ok('endpoints', 'one seller each');
  const found = later.map(({ _id, endpointIdentity }) => `${_id} at ${endpointIdentity}`);
  const remedy = 'Ban the sellers that should not have it: docs/operate/upgrade.md.';
  return warn('endpoints', `another seller was first: ${found.join(', ')}`, remedy);
}

/** It runs every 30 seconds. */
const MAINTENANCE_LATE_MS = 180_000;

/** What maintenance keeps in order. */
async function checkMaintenance(connection: Connection): Promise<Finding> {
  const collections = collectionsOf(connection);
  const { ranAt, missing, overdueLots } = await maintenanceState(collections);
  if (!ranAt) return ok('maintenance', 'has not run yet');
  const lacking = [...missing].filter(([, count]) => count > 0);
  const found = [
    `ran at ${ranAt.toISOString()}`,
    ...lacking.map(([of, count]) => `${count} ${of} without a workflow`),
    ...(overdueLots > 0 ? [`${overdueLots} lots overdue`] : []),
  ].join(', ');
  const isLate = Date.now() - ranAt.getTime() > MAINTENANCE_LATE_MS;
  if (!isLate && lacking.length === 0 && overdueLots === 0) return ok('maintenance', found);
  return warn('maintenance', found, 'Start a worker, and look at its log and at the schedules.');
}
