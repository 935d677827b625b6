/**
 * Reads of several documents as they stood at one moment: what a transaction wrote is seen whole or not
 * at all. A plain query may see the half of it that was behind its cursor.
 */
import type { Connection, mongo } from 'mongoose';

/** @param read its first query must be answered before the next begins: it sets the moment */
export async function atOneMoment<T>(
  connection: Connection,
  read: (session: mongo.ClientSession) => Promise<T>,
): Promise<T> {
  const session = connection.getClient().startSession({ snapshot: true });
  try {
    return await read(session);
  } finally {
    await session.endSession();
  }
}
