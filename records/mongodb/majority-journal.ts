/** What a replica set promises when a majority has confirmed a write. */
import type { mongo } from 'mongoose';

/**
 * Whether a majority confirms from its journals, as row locks assume (ADR 12).
 * @returns null when the user may not read the configuration of the set
 */
export async function isMajorityJournaled(db: mongo.Db): Promise<boolean | null> {
  const found = await db
    .admin()
    .command({ replSetGetConfig: 1 })
    .catch(() => null);
  return found === null ? null : found['config'].writeConcernMajorityJournalDefault !== false;
}

export const JOURNAL_REMEDY =
  'Set "writeConcernMajorityJournalDefault: true" in the configuration of the replica set: confirmed money could be lost.';
