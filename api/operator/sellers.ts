/** Sellers for the operator: standing, owner, quotas, and amounts owed on both sides. */
import type { Request } from 'express';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { overrideStanding } from '../../exchange/judging/override-standing';
import { voidLot } from '../../exchange/contracts/void-lot';
import { payOut } from '../../exchange/sellers/pay-out';
import type { OrderWorkflows, StandingWorkflows } from '../../exchange/deps';
import { type TermsChange, setSellerTerms } from '../../exchange/sellers/seller-terms';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { pathParameter } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import { type BookDeps, renewBooksOfSeller } from '../../exchange/books/renew-books';
import type { QuotaBody, UpdateSeller } from '../schemas/operator';
import { namedPage } from './named-page';
import { lotDetails } from './contract-details';
import { sellerBody, sellerDetails } from './seller-details';
import { quotaOf } from '../market/keys';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorSellerRoutes } from '../routes/operator-sellers';

export class SellerRoutes {
  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
    private readonly standings: StandingWorkflows,
    private readonly books: BookDeps,
    private readonly settings: Settings,
    private readonly lots: Pick<OrderWorkflows, 'lotEnded'>,
  ) {}

  readonly list: RouteHandler<typeof operatorSellerRoutes.listSellers> = async (
    _req,
    res,
    { query },
  ) => {
    const page = await namedPage(this.cursors, 'sellers', query, this.records.sellers);
    res.json({ sellers: page.items.map(sellerBody), ...pageEnd(page) });
  };

  readonly show: RouteHandler<typeof operatorSellerRoutes.getSeller> = async (req, res) => {
    res.json(await sellerDetails(this.records, this.settings, await this.find(req)));
  };

  /** Sets owner and quotas first: a repetition after a 503 sets the same values again. */
  readonly update: RouteHandler<typeof operatorSellerRoutes.updateSeller> = async (
    req,
    res,
    { body },
  ) => {
    const found = await this.find(req);
    await setSellerTerms(this.records, found._id, termsChange(body, res.locals.requestId));
    if (body.owner !== undefined) await renewBooksOfSeller(this.books, found._id);
    const { standing, reason } = body;
    if (standing !== undefined && reason !== undefined) {
      const { requestId } = res.locals;
      await overrideStanding(this.records, this.standings, found, { standing, reason, requestId });
    }
    res.json(await sellerDetails(this.records, this.settings, await this.find(req)));
  };

  /** Idempotent by the reference; never more than the payable balance. */
  readonly payout: RouteHandler<typeof operatorSellerRoutes.payOutSeller> = async (
    req,
    res,
    { body },
  ) => {
    const found = await this.find(req);
    await payOut(this.records, {
      sellerId: found._id,
      amountScale8: body.amount,
      reference: body.reference,
    });
    res.json(await sellerDetails(this.records, this.settings, found));
  };

  readonly voidLot: RouteHandler<typeof operatorSellerRoutes.voidLot> = async (
    req,
    res,
    { params: { id: lotId }, body },
  ) => {
    const { reason, default: isDefault } = body;
    const lot = await voidLot(this.records, { lotId, reason, isDefault: isDefault ?? false });
    this.lots.lotEnded(lotId).catch((err: unknown) => {
      req.log.warn({ err, lotId }, 'the workflow of a lot was not notified of its end');
    });
    res.json(lotDetails(this.settings, lot));
  };

  private async find(req: Request): Promise<SellerDocument> {
    const document = await this.records.sellers.findOne({ _id: pathParameter(req, 'id') });
    if (!document) throw fail('not_found', { message: 'There is no such seller.' });
    return document;
  }
}

function termsChange({ owner, quotas, reason }: UpdateSeller, requestId: string): TermsChange {
  const change = (quota: QuotaBody | null) => quota && quotaOf(quota);
  return {
    owner,
    reason,
    requestId,
    quotas: {
      ...(quotas?.asks === undefined ? {} : { asks: change(quotas.asks) }),
      ...(quotas?.capacity === undefined ? {} : { capacity: change(quotas.capacity) }),
    },
  };
}
