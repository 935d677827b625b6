/** Buyers' accounts and deposits. */
import { formatPrice } from '../../domain/money';
import type { AccountDocument } from '../../records/documents/account';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { GatewayDeps } from '../gateway-deps';
import { accountSummary } from '../market/account';
import { keyBodies } from '../market/keys';
import { BuyerKeyService } from '../../exchange/accounts/buyer-key-service';
import { AccountService } from '../../exchange/accounts/account-service';
import type { BookDeps } from '../../exchange/books/renew-books';
import type { RouteHandler } from '../routes/declared-route';
import { namedPage } from './named-page';
import type { operatorAccountRoutes } from '../routes/operator-accounts';

export class AccountRoutes {
  private readonly service: AccountService;
  private readonly keys: BuyerKeyService;

  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
    deps: BookDeps & Pick<GatewayDeps, 'settings'>,
  ) {
    this.keys = new BuyerKeyService(records, deps.settings);
    this.service = new AccountService(records, deps, deps.settings);
  }

  readonly create: RouteHandler<typeof operatorAccountRoutes.createAccount> = async (
    _req,
    res,
    { body },
  ) => {
    const created = await this.service.create({
      name: body.name,
      owner: body.owner ?? null,
      priceCeilingScale8: body.price_ceiling,
    });
    res.json(account(created));
  };

  readonly list: RouteHandler<typeof operatorAccountRoutes.listAccounts> = async (
    _req,
    res,
    { query },
  ) => {
    const page = await namedPage(this.cursors, 'accounts', query, this.records.accounts);
    res.json({ accounts: page.items.map(account), ...pageEnd(page) });
  };

  readonly show: RouteHandler<typeof operatorAccountRoutes.getAccount> = async (req, res) => {
    const document = await this.service.find(pathParameter(req, 'id'));
    const keys = await this.records.buyerKeys.find({ accountId: document._id }).toArray();
    res.json({
      ...account(document),
      ...(await accountSummary(this.records, document._id)),
      keys: await keyBodies(this.keys, keys),
    });
  };

  readonly update: RouteHandler<typeof operatorAccountRoutes.updateAccount> = async (
    req,
    res,
    { body },
  ) => {
    const { _id } = await this.service.find(pathParameter(req, 'id'));
    const updated = await this.service.update(_id, {
      name: body.name,
      owner: body.owner,
      priceCeilingScale8: body.price_ceiling,
    });
    res.json(account(updated));
  };

  /** Idempotent by the reference. */
  readonly deposit: RouteHandler<typeof operatorAccountRoutes.depositToAccount> = async (
    req,
    res,
    { body },
  ) => {
    const { _id } = await this.service.find(pathParameter(req, 'id'));
    const { amount, reference } = body;
    await this.service.deposit(_id, amount, reference);
    res.json(await accountSummary(this.records, _id));
  };
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
