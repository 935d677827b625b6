/** Buyers' accounts and the money that comes into them. */
import type { Request, RequestHandler } from 'express';
import { v7 as uuidV7 } from 'uuid';
import { fail } from '../../domain/errors';
import { formatPrice } from '../../domain/money';
import type { AccountDocument } from '../../records/account';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { type Cursors, pageQuerySchema } from '../cursor';
import { accountSummary } from '../market/account';
import { type BookDeps, renewBooksOfAccount } from '../../exchange/books/renew-books';
import { readBody, readQuery } from '../middleware/body';
import { createAccountSchema, transferSchema, updateAccountSchema } from '../schemas/operator';

export class AccountRoutes {
  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
    private readonly books: BookDeps,
  ) {}

  readonly create: RequestHandler = async (req, res) => {
    const body = readBody(req, createAccountSchema);
    const now = new Date();
    const document: AccountDocument = {
      _id: uuidV7(),
      name: body.name,
      owner: body.owner ?? null,
      priceCeilingScale8: body.price_ceiling ?? null,
      createdAt: now,
      updatedAt: now,
    };
    await this.records.accounts.insertOne(document);
    res.json(account(document));
  };

  readonly list: RequestHandler = async (req, res) => {
    const page = await this.cursors.page(
      'accounts',
      readQuery(req, pageQuerySchema),
      (behind, count) =>
        this.records.accounts
          .find(behind === null ? {} : { _id: { $lt: behind } })
          .sort({ _id: -1 })
          .limit(count)
          .toArray(),
    );
    res.json({
      accounts: page.items.map(account),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    });
  };

  readonly show: RequestHandler = async (req, res) => {
    const document = await this.find(req);
    const keys = await this.records.buyerKeys.find({ accountId: document._id }).toArray();
    res.json({
      ...account(document),
      ...(await accountSummary(this.records, document._id)),
      keys: keys.map((key) => ({
        key_id: key._id,
        label: key.label,
        created_at: key.createdAt.toISOString(),
        revoked_at: key.revokedAt?.toISOString() ?? null,
      })),
    });
  };

  /** Asked again after a 503, what was cut short is finished. */
  readonly update: RequestHandler = async (req, res) => {
    const { _id } = await this.find(req);
    const body = readBody(req, updateAccountSchema);
    const updated = await this.records.accounts.findOneAndUpdate(
      { _id },
      {
        $set: {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.owner === undefined ? {} : { owner: body.owner }),
          ...(body.price_ceiling === undefined ? {} : { priceCeilingScale8: body.price_ceiling }),
          updatedAt: new Date(),
        },
      },
      { returnDocument: 'after' },
    );
    if (!updated) throw fail('not_found');
    if (body.owner !== undefined) await renewBooksOfAccount(this.books, updated);
    res.json(account(updated));
  };

  /** Idempotent by the reference. */
  readonly deposit: RequestHandler = async (req, res) => {
    const { _id } = await this.find(req);
    const body = readBody(req, transferSchema);
    await this.records.ledger.deposit({
      accountId: _id,
      amountScale8: body.amount,
      reference: body.reference,
    });
    res.json(await accountSummary(this.records, _id));
  };

  private async find(req: Request): Promise<AccountDocument> {
    const document = await this.records.accounts.findOne({ _id: pathParameter(req, 'id') });
    if (!document) throw fail('not_found', { message: 'There is no such account.' });
    return document;
  }
}

function account(document: AccountDocument) {
  const { priceCeilingScale8 } = document;
  return {
    account_id: document._id,
    name: document.name,
    owner: document.owner,
    price_ceiling:
      priceCeilingScale8 === null ? null : formatPrice(priceCeilingScale8, 'perThousand'),
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}
