/** Names of the accounts and sellers that an answer has by id, so that people need not know the ids. */
import { isUuid } from '../../domain/ids';
import type { Records } from '../../records/connect';
import type { JournalDocument } from '../../records/documents/journal';

/** One read of each collection, however many rows there are. An id of neither is left out. */
export async function namesOf(
  { accounts, sellers }: Pick<Records, 'accounts' | 'sellers'>,
  ids: readonly (string | null | undefined)[],
): Promise<Record<string, string>> {
  const asked = [...new Set(ids)].filter((id): id is string => id != null && isUuid(id));
  if (asked.length === 0) return {};
  const only = { projection: { name: 1 } };
  const [buyers, venues] = await Promise.all([
    accounts.find({ _id: { $in: asked } }, only).toArray(),
    sellers.find({ _id: { $in: asked } }, only).toArray(),
  ]);
  return Object.fromEntries([...buyers, ...venues].map(({ _id, name }) => [_id, name]));
}

/** Of the accounts of the ledger, which are `buyer:<id>`, `seller:<id>` or the platform's. */
export function participantsOf({ lines }: Pick<JournalDocument, 'lines'>): string[] {
  return lines.map(({ account }) => account.slice(account.indexOf(':') + 1));
}
