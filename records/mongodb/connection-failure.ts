/**
 * Why MongoDB cannot be used, for an operator, in one line: the driver says only that time has passed,
 * or repeats a whole command. One more question to a member gives the reason.
 */
import { mongo } from 'mongoose';
import { withoutCredentials } from '../../domain/without-credentials';

const HANDSHAKE_MS = 3_000;
const UNAUTHORIZED = 13;
const NEEDS_SET =
  'it is no replica set, which transactions need: start mongod with --replSet, and initiate the set';

export async function connectionFailure(uri: string, err: unknown): Promise<Error> {
  const reason = (await setFailure(uri, err)) ?? rightsFailure(err) ?? (err as Error).message;
  const [address, said] = [uri, reason].map(withoutCredentials);
  return new Error(`MongoDB at ${address}: ${said}`);
}

/** @throws Error for a server without a replica set; a router of a sharded cluster has none of its own */
export async function requireReplicaSet(client: mongo.MongoClient): Promise<void> {
  const { setName, msg } = await client.db('admin').command({ hello: 1 });
  if (setName === undefined && msg !== 'isdbgrid') throw new Error(NEEDS_SET);
}

async function setFailure(uri: string, err: unknown): Promise<string | null> {
  // Of the driver, or mongoose's copy of it.
  const { reason } = err as Partial<Pick<mongo.MongoServerSelectionError, 'reason'>>;
  if (reason === undefined) return null;
  const unreachable = [...reason.servers.values()].find(({ error }) => error !== null);
  if (unreachable) return null; // its message has the host and the reason
  const expected = new URLSearchParams(uri.split('?')[1]).get('replicaSet');
  const found = await setNameOf(uri).catch(() => null);
  if (found === null) return null;
  if (found === '') return NEEDS_SET;
  return found === expected
    ? `the replica set ${found} has no primary`
    : `its replica set is ${found}, and MONGODB_URI says ${expected}`;
}

/** Of the first host; empty when it has none, or was never initiated. */
async function setNameOf(uri: string): Promise<string> {
  const oneHost = uri.replace(/^(mongodb:\/\/(?:[^@/]*@)?)([^,/?]+)[^/?]*/, '$1$2');
  const asked = oneHost.replace(/([?&])replicaSet=[^&]*&?/, '$1');
  const options = { directConnection: true, serverSelectionTimeoutMS: HANDSHAKE_MS };
  const client = new mongo.MongoClient(asked, options);
  try {
    const { setName } = await client.db('admin').command({ hello: 1 });
    return (setName as string | undefined) ?? '';
  } finally {
    await client.close();
  }
}

function rightsFailure(err: unknown): string | null {
  const { code, message = '' } = (err ?? {}) as { code?: unknown; message?: string };
  if (code !== UNAUTHORIZED) return null;
  const [, database = '', command = ''] =
    /not authorized on (\S+) to execute command \{ (\w+)/.exec(message) ?? [];
  if (database === '') return 'it needs a user and a password: MONGODB_URI';
  return `its user may not ${command} in the database ${database}: docs/operate/servers.md lists the rights`;
}
