/** Every chat that was answered was charged, and nothing else was. */
import { connectRecords } from '../../records/connect';
import type { Addresses } from '../stage';

/** @returns the difference between chats answered and trades recorded, as a problem of the report */
export async function missingTrades(
  { mongoUri }: Addresses,
  { MONGODB_DATABASE = '' }: Record<string, string>,
  answered: number,
): Promise<string[]> {
  const records = await connectRecords({ mongoUri, MONGODB_DATABASE });
  try {
    const trades = await records.trades.countDocuments({});
    return trades === answered ? [] : [`${answered} chats were answered, and ${trades} charged`];
  } finally {
    await records.close();
  }
}
