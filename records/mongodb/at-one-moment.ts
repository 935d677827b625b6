/**
 * Reads several documents in one snapshot: a transaction's writes are seen entirely or not at all.
 * A plain query may see only those after its cursor's position.
 */
import type { Connection, mongo } from 'mongoose';

/** @param read its first query must be answered before the next starts: it sets the snapshot */
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
