/** Fast and wrong would be worth nothing: the ledger is checked after the load. */
import { connectRecords } from '../records/connect';
import { checkInvariants } from '../records/invariants/check-invariants';
import type { Addresses } from './stage';

/** @returns what does not hold, as problems of the report */
export async function brokenInvariants(
  { mongoUri }: Addresses,
  { MONGODB_DATABASE = '' }: Record<string, string>,
): Promise<string[]> {
  const records = await connectRecords({ mongoUri, MONGODB_DATABASE });
  try {
    const results = await checkInvariants(records);
    return results
      .filter(({ status }) => status !== 'ok')
      .map(({ id, name, violations, error }) => `${id} ${name}: ${error ?? violations}`);
  } finally {
    await records.close();
  }
}
