import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { MONGODB_USER } from '../../config/settings';
import { writePrivately } from './private-file';
import type { RunningProcess } from './running-process';
import { startServerProcess } from './server-process';

export const REPLICA_SET = 'tokenbook';
const NOT_YET_INITIALIZED = 94;

interface MongodOptions {
  readonly binary: string;
  readonly port: number;
  readonly dataFolder: string;
  readonly logFile: string;
  readonly onSpawn?: (server: RunningProcess) => void;
  /** None in tests. */
  readonly access?: MongodAccess | undefined;
  /** For tests: enables the server's fail points, by which a client can stop it. */
  readonly hasFailPoints?: boolean;
}

export interface MongodAccess {
  /** Of Tokenbook's user, which may read and write the databases. */
  readonly password: string;
  readonly databases: readonly string[];
  /** By which members of a replica set know one another, in Base64. */
  readonly key: string;
}

/**
 * How long a transaction of a dead process keeps its documents locked; by default 90 seconds,
 * during which the account and the ask would be blocked. Our transactions take milliseconds.
 */
const TRANSACTION_SECONDS = 5;

/**
 * Starts MongoDB as a replica set of one node, which transactions require.
 *
 * mongodb-memory-server is not used: it kills the server whenever its parent dies, cannot restart
 * on the same folder after a `kill -9`, and cannot move a stored replica set to another port. One
 * command and one `replSetInitiate` suffice.
 */
export function startMongod(options: MongodOptions): Promise<RunningProcess> {
  return startMember({ ...options, check: () => becomePrimary(options) });
}

interface MemberOptions extends MongodOptions {
  /** Throws while the member is not ready. */
  readonly check: () => Promise<void>;
  readonly cacheGigabytes?: number;
}

/** Without it anybody on this machine may create the first user. */
const NO_BYPASS = ['--setParameter', 'enableLocalhostAuthBypass=false'];

/** Starts one member of a replica set, whose configuration is the caller's. */
export async function startMember(options: MemberOptions): Promise<RunningProcess> {
  await mkdir(options.dataFolder, { recursive: true });
  const keyFile = options.access ? [join(options.dataFolder, 'member.key')] : [];
  for (const path of keyFile) await writePrivately(path, options.access!.key);
  return startServerProcess({
    name: 'MongoDB',
    binary: options.binary,
    arguments: [
      '--dbpath',
      options.dataFolder,
      '--port',
      String(options.port),
      '--bind_ip',
      '127.0.0.1',
      '--replSet',
      REPLICA_SET,
      '--quiet',
      '--wiredTigerCacheSizeGB',
      String(options.cacheGigabytes ?? 0.5),
      ...keyFile.flatMap((path) => ['--keyFile', path, ...NO_BYPASS]),
      '--unixSocketPrefix',
      options.dataFolder,
      '--setParameter',
      'diagnosticDataCollectionEnabled=false',
      '--setParameter',
      `transactionLifetimeLimitSeconds=${TRANSACTION_SECONDS}`,
      ...(options.hasFailPoints ? ['--setParameter', 'enableTestCommands=1'] : []),
    ],
    logFile: options.logFile,
    onSpawn: options.onSpawn,
    check: options.check,
  });
}

export function mongodUri(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${REPLICA_SET}`;
}

/** Creates the replica set when it is new, and waits until its only node is the primary. */
async function becomePrimary({ port, access }: MongodOptions): Promise<void> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}`, {
    directConnection: true,
    serverSelectionTimeoutMS: 500,
    ...(access ? asMember(access.key) : {}),
  });
  try {
    const admin = client.db('admin');
    const member = { _id: 0, host: `127.0.0.1:${port}` };
    const config = await storedConfig(admin);
    if (!config) {
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members: [member] } });
    } else if (config.members[0]?.host !== member.host) {
      const moved = { ...config, version: config.version + 1, members: [member] };
      await admin.command({ replSetReconfig: moved, force: true });
    }
    const hello = await admin.command({ hello: 1 });
    if (!hello.isWritablePrimary) throw new Error('no primary yet');
    if (access) await giveAccess(admin, access);
  } finally {
    await client.close();
  }
}

/**
 * The user as which members of a replica set know one another. It exists in a folder without users,
 * as those of earlier releases are, and before there is a primary.
 */
function asMember(key: string): mongo.MongoClientOptions {
  const auth = { username: '__system', password: key };
  return { auth, authSource: 'local', authMechanism: 'SCRAM-SHA-256' };
}

/** Creates the user, or gives it the password and the databases of now. */
async function giveAccess(admin: mongo.Db, { password, databases }: MongodAccess): Promise<void> {
  const user = {
    pwd: password,
    roles: databases.map((db) => ({ role: 'readWrite', db })),
  };
  const { users } = await admin.command({ usersInfo: MONGODB_USER });
  const command = (users as unknown[]).length > 0 ? 'updateUser' : 'createUser';
  await admin.command({ [command]: MONGODB_USER, ...user });
}

interface ReplicaSetConfig {
  readonly version: number;
  readonly members: readonly { readonly host: string }[];
}

async function storedConfig(admin: mongo.Db): Promise<ReplicaSetConfig | null> {
  try {
    return (await admin.command({ replSetGetConfig: 1 })).config as ReplicaSetConfig;
  } catch (error) {
    if ((error as mongo.MongoServerError).code === NOT_YET_INITIALIZED) return null;
    throw error;
  }
}
