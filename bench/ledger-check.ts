/** Checks the ledger after the load: figures of a wrong ledger are worthless. */
import { connectRecords } from '../records/connect';
import { checkInvariants } from '../records/invariants/check-invariants';
import type { Addresses } from './stage';

/** @returns the violated invariants, as problems of the report */
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
