/**
 * What must hold of the operator's decisions: each is recorded, a halted book sold nothing, and nobody
 * bought from a seller of the own owner.
 */
import { bookName } from '../../domain/instruments';
import type { WritableRecords } from '../../records/connect';
import type { Market } from './market';
import type { Decision, Halt, OwnerChange } from './operator';

const isDone = ({ told }: Decision) => told.at(-1)?.kind === 'done';

export async function brokenDecisions(
  records: WritableRecords,
  { halts, ownerChanges, modelId }: Market,
): Promise<string[]> {
  const found: string[] = [];
  for (const halt of halts) found.push(...(await brokenHalt(records, halt)));
  for (const change of ownerChanges) found.push(...(await brokenOwner(records, change, modelId)));
  return found;
}

/** Lots of spot open when their book made them. */
async function brokenHalt({ books, lots }: WritableRecords, { book, halted, resumed }: Halt) {
  const found: string[] = [];
  const known = await books.findOne({ _id: bookName(book) });
  if (isDone(resumed) && known?.halt) found.push(`the book of ${book.tenor} is halted still`);
  if (!isDone(halted) || book.tenor !== 'spot') return found;
  const during = { $gt: new Date(halted.toldAtMs!), $lt: new Date(resumed.sentAtMs!) };
  const sold = await lots.find({ modelId: book.modelId, tenor: 'spot', opensAt: during }).toArray();
  for (const { _id } of sold) found.push(`lot ${_id} was sold while its book was halted`);
  return found;
}

async function brokenOwner(
  { accounts, sellers, lots, contractOrders }: WritableRecords,
  { accountId, owner, changed }: OwnerChange,
  modelId: string,
): Promise<string[]> {
  if (!isDone(changed)) return [];
  const found: string[] = [];
  const account = await accounts.findOne({ _id: accountId });
  if (account?.owner !== owner) found.push(`account ${accountId} belongs to ${account?.owner}`);
  const own = await sellers.find({ owner, supportedModels: modelId }).toArray();
  const sellerId = { $in: own.map(({ _id }) => _id) };
  // An order that was entering its book at that moment may still meet what was there.
  const later = { accountId, createdAt: { $gt: new Date(changed.toldAtMs!) } };
  const orders = await contractOrders.find(later).toArray();
  const bought = { sellerId, orderId: { $in: orders.map(({ _id }) => _id) } };
  for (const { _id } of await lots.find(bought).toArray())
    found.push(`lot ${_id} was bought from a seller of the same owner`);
  return found;
}
