/**
 * Rebuilds open books: when the owner of a seller or of an account changes (MATCH-8), and when the
 * operator asks for it.
 */
import { fail } from '../../domain/errors';
import { type BookId, bookName, parseBookName } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import type { AccountDocument } from '../../records/documents/account';
import type { BookDocument } from '../../records/documents/book';
import type { Records } from '../../records/connect';
import { fromRedis } from './redis-unavailable';
import { writable } from '../../records/mongodb/writable';

export interface BookDeps {
  readonly records: Records;
  readonly books: OrderBooks;
  reopen(book: BookId): Promise<void>;
}

/**
 * Rebuilds the books in which a seller has asks. A book stores the owners of sellers from when
 * their asks were placed; the rebuild places orders again that may match since the owner changed.
 */
export async function renewBooksOfSeller(deps: BookDeps, sellerId: string): Promise<void> {
  const asks = await deps.records.asks
    .find({ sellerId, status: 'active' }, { projection: { modelId: 1, tenor: 1 } })
    .toArray();
  await renewBooks(deps, asks);
}

/**
 * Rebuilds the books of an account's resting orders: each order stores the owner whose asks it
 * never matches.
 */
export async function renewBooksOfAccount(
  deps: BookDeps,
  { _id: accountId, owner }: Pick<AccountDocument, '_id' | 'owner'>,
): Promise<void> {
  const { contractOrders } = deps.records;
  const open = { accountId, status: 'open' } as const;
  await writable(contractOrders).updateMany(open, { $set: { excludedOwner: owner } });
  const projection = { modelId: 1, tenor: 1 };
  await renewBooks(deps, await contractOrders.find(open, { projection }).toArray());
}

/**
 * An order that opens never matches the owner that its account has now, which may have changed since
 * its request was read. A change first writes the account, then its open orders; the order is written
 * first, then the account is read: one of the two sees the other.
 */
export async function excludeOwnerOfAccount(
  { accounts, contractOrders }: Pick<Records, 'accounts' | 'contractOrders'>,
  orderId: string,
): Promise<void> {
  for (;;) {
    const order = await contractOrders.findOne({ _id: orderId });
    const account = order && (await accounts.findOne({ _id: order.accountId }));
    if (!account || account.owner === order.excludedOwner) return;
    const { _id, excludedOwner } = order;
    const change = { $set: { excludedOwner: account.owner } };
    await writable(contractOrders).updateOne({ _id, excludedOwner }, change);
  }
}

/**
 * Rebuilds a book that the operator doubts. Its orders are those of the records, a halt stays.
 * @returns the record of the book, with its new epoch
 * @throws Failure `not_found`, `service_unavailable`
 */
export async function rebuildForOperator(deps: BookDeps, book: BookId): Promise<BookDocument> {
  const read = () => deps.records.books.findOne({ _id: bookName(book) });
  if (await read()) await renew(deps, book);
  const renewed = await read();
  if (!renewed) throw fail('not_found', { message: 'There is no such book yet.' });
  return renewed;
}

async function renewBooks(deps: BookDeps, orders: readonly BookId[]): Promise<void> {
  const names = new Set(orders.map(({ modelId, tenor }) => bookName({ modelId, tenor })));
  for (const name of names) await renew(deps, parseBookName(name));
}

/** A rebuild in progress may have read the records before they changed: another one follows. */
async function renew({ books, reopen }: BookDeps, book: BookId): Promise<void> {
  if (!(await close(books, book))) {
    await reopen(book);
    await close(books, book);
  }
  await reopen(book);
}

/** @returns false when it was already closed */
function close(books: OrderBooks, book: BookId): Promise<boolean> {
  return fromRedis(books.functions.redis, async () => {
    const epoch = await books.epochOf(book);
    if (epoch !== null) await books.invalidate(book, epoch);
    return epoch !== null;
  });
}
