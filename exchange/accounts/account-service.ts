/** Buyers' accounts: the operator creates, changes and funds them. */
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { parsePrice, parseScale8 } from '../../domain/money';
import { newId } from '../../domain/new-id';
import type { AccountDocument } from '../../records/documents/account';
import type { Records } from '../../records/connect';
import { type BookDeps, renewBooksOfAccount } from '../books/renew-books';
import { writable, writableLedger } from '../../records/mongodb/writable';

export interface NewAccount {
  readonly name: string;
  readonly owner: string | null;
  /** Undefined for that of new accounts; null for none. */
  readonly priceCeilingScale8: bigint | null | undefined;
}

/** Null removes an owner or a ceiling; undefined leaves it unchanged. */
export interface AccountChange {
  readonly name: string | undefined;
  readonly owner: string | null | undefined;
  readonly priceCeilingScale8: bigint | null | undefined;
}

export class AccountService {
  constructor(
    private readonly records: Records,
    private readonly books: BookDeps,
    private readonly settings: Pick<
      Settings,
      'TOKENBOOK_MODE' | 'TEST_OPENING_BALANCE' | 'DEFAULT_PRICE_CEILING'
    >,
  ) {}

  /** An account of test mode begins with test money. */
  async create({ name, owner, priceCeilingScale8 }: NewAccount): Promise<AccountDocument> {
    const now = new Date();
    const account = {
      _id: newId(),
      name,
      owner,
      priceCeilingScale8:
        priceCeilingScale8 === undefined ? this.defaultCeilingScale8() : priceCeilingScale8,
      createdAt: now,
      updatedAt: now,
    };
    await writable(this.records.accounts).insertOne(account);
    const openingScale8 = this.openingBalanceScale8();
    if (openingScale8 > 0n)
      await this.deposit(account._id, openingScale8, `opening:${account._id}`);
    return account;
  }

  /**
   * A repetition after a 503 finishes an interrupted change.
   * @throws Failure `not_found`, `service_unavailable`
   */
  async update(accountId: string, change: AccountChange): Promise<AccountDocument> {
    const { name, owner, priceCeilingScale8 } = change;
    const updated = await writable(this.records.accounts).findOneAndUpdate(
      { _id: accountId },
      {
        $set: {
          ...(name === undefined ? {} : { name }),
          ...(owner === undefined ? {} : { owner }),
          ...(priceCeilingScale8 === undefined ? {} : { priceCeilingScale8 }),
          updatedAt: new Date(),
        },
      },
      { returnDocument: 'after' },
    );
    if (!updated) throw noSuchAccount();
    if (owner !== undefined) await renewBooksOfAccount(this.books, updated);
    return updated;
  }

  /** Idempotent by the reference. */
  async deposit(accountId: string, amountScale8: bigint, reference: string): Promise<void> {
    await writableLedger(this.records.ledger).deposit({ accountId, amountScale8, reference });
  }

  private defaultCeilingScale8(): bigint | null {
    const { DEFAULT_PRICE_CEILING: ceiling } = this.settings;
    return ceiling === undefined
      ? null
      : parsePrice(ceiling, 'perThousand', 'DEFAULT_PRICE_CEILING');
  }

  private openingBalanceScale8(): bigint {
    const { TOKENBOOK_MODE, TEST_OPENING_BALANCE } = this.settings;
    return TOKENBOOK_MODE === 'test' ? (parseScale8(TEST_OPENING_BALANCE) ?? 0n) : 0n;
  }

  /** @throws Failure `not_found` */
  async find(accountId: string): Promise<AccountDocument> {
    const account = await this.records.accounts.findOne({ _id: accountId });
    if (!account) throw noSuchAccount();
    return account;
  }
}

function noSuchAccount() {
  return fail('not_found', { message: 'There is no such account.' });
}
