/** Checks that exactly the answered chats were charged. */
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
    return trades === answered
      ? []
      : [`${answered} chats were answered, but ${trades} were charged`];
  } finally {
    await records.close();
  }
}
