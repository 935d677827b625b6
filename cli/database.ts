/** A connection to MongoDB with the settings of this folder, for commands that need no gateway. */
import mongoose, { type Connection } from 'mongoose';
import { loadDatabase } from '../config/settings';
import { connectionFailure } from '../records/mongodb/connection-failure';
import { CommandError } from './command-error';
import { localHome } from './local-home';

const CONNECT_MS = 5_000;

/** @throws CommandError when the settings are not valid or MongoDB does not answer */
export async function openDatabase(): Promise<Connection> {
  const { mongoUri, MONGODB_DATABASE } = ofThisFolder(loadDatabase);
  const connection = mongoose.createConnection(mongoUri, {
    dbName: MONGODB_DATABASE,
    appName: 'tokenbook command',
    useBigInt64: true,
    autoIndex: false,
    autoCreate: false,
    serverSelectionTimeoutMS: CONNECT_MS,
    writeConcern: {
      w: 'majority',
      journal: true,
    },
  });
  try {
    return await connection.asPromise();
  } catch (err) {
    await connection.close().catch(() => undefined);
    const { message } = await connectionFailure(mongoUri, err);
    const remedy = 'Start it ("npm start" does), or correct MONGODB_URI.';
    throw new CommandError(message, { exit: 'later', remedy });
  }
}

/** @throws CommandError when the settings are not valid */
export function ofThisFolder<T>(load: (environment: NodeJS.ProcessEnv) => T): T {
  try {
    return load({ ...process.env, TOKENBOOK_HOME: localHome(process.env) });
  } catch (err) {
    throw new CommandError((err as Error).message);
  }
}
