/** Sellers as the operator sees them: standing, owner, quotas, and what is owed on both sides. */
import type { Request, RequestHandler } from 'express';
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import type { QuotaDocument } from '../../records/quota';
import type { SellerDocument } from '../../records/seller';
import { pathParameter } from '../context';
import { type Cursors, pageQuerySchema } from '../cursor';
import type { AskBook } from '../market/ask-book';
import { readBody, readQuery } from '../middleware/body';
import { type UpdateSeller, transferSchema, updateSellerSchema } from '../schemas/operator';
import { quotaOf } from './keys';

export class SellerRoutes {
  constructor(
    private readonly records: Records,
    private readonly cursors: Cursors,
    private readonly asks: AskBook,
  ) {}

  readonly list: RequestHandler = async (req, res) => {
    const page = await this.cursors.page(
      'sellers',
      readQuery(req, pageQuerySchema),
      (behind, count) =>
        this.records.sellers
          .find(behind === null ? {} : { _id: { $lt: behind } })
          .sort({ _id: -1 })
          .limit(count)
          .toArray(),
    );
    res.json({
      sellers: page.items.map(seller),
      next_cursor: page.nextCursor,
      has_more: page.nextCursor !== null,
    });
  };

  readonly show: RequestHandler = async (req, res) => {
    res.json(await this.story(await this.find(req)));
  };

  readonly update: RequestHandler = async (req, res) => {
    const { _id, standing } = await this.find(req);
    const body = readBody(req, updateSellerSchema);
    const updated = await this.records.sellers.findOneAndUpdate(
      { _id },
      changesOf(body, standing),
      {
        returnDocument: 'after',
      },
    );
    if (!updated) throw fail('not_found');
    // Repeated when asked again: a withdrawal that was cut short is finished.
    if (isShutOut(updated)) await this.asks.withdrawAll(_id);
    res.json(await this.story(updated));
  };

  /** Idempotent by the reference; never more than is owed. */
  readonly payout: RequestHandler = async (req, res) => {
    const found = await this.find(req);
    const body = readBody(req, transferSchema);
    await this.records.ledger.payout({
      sellerId: found._id,
      amountScale8: body.amount,
      reference: body.reference,
    });
    res.json(await this.story(found));
  };

  private async find(req: Request): Promise<SellerDocument> {
    const document = await this.records.sellers.findOne({ _id: pathParameter(req, 'id') });
    if (!document) throw fail('not_found', { message: 'There is no such seller.' });
    return document;
  }

  private async story(document: SellerDocument) {
    const [payableScale8, tokens] = await Promise.all([
      this.records.ledger.sellerPayableScale8(document._id),
      this.reservedTokens(document._id),
    ]);
    return {
      ...seller(document),
      quotas: {
        asks: quotaBody(document.quotas.asks),
        capacity: quotaBody(document.quotas.capacity),
      },
      payable: formatScale8(payableScale8),
      // Requests under way; sold windows of delivery join when forward tenors trade.
      obligations: { tokens, lots: 0 },
      standing_history: document.standingHistory.map(({ at, ...change }) => ({
        ...change,
        at: at.toISOString(),
      })),
    };
  }

  private async reservedTokens(sellerId: string): Promise<number> {
    const [sum] = await this.records.fills
      .aggregate<{ tokens: number }>([
        { $match: { sellerId, status: 'reserved' } },
        { $group: { _id: null, tokens: { $sum: '$quantityTokens' } } },
      ])
      .toArray();
    return sum?.tokens ?? 0;
  }
}

function isShutOut({ standing }: SellerDocument): boolean {
  return standing === 'Suspended' || standing === 'Banned';
}

/** Every change of standing is a record with its reason (decisions section 3 rule 10). */
function changesOf(body: UpdateSeller, current: SellerDocument['standing']) {
  const now = new Date();
  const set: Record<string, unknown> = { updatedAt: now };
  const unset: Record<string, ''> = {};
  if (body.owner !== undefined) set['owner'] = body.owner;
  for (const name of ['asks', 'capacity'] as const) {
    const quota = body.quotas?.[name];
    if (quota) set[`quotas.${name}`] = quotaOf(quota);
    if (quota === null) unset[`quotas.${name}`] = '';
  }
  const { standing, reason } = body;
  const changes = { $set: set, ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}) };
  if (standing === undefined || reason === undefined || standing === current) return changes;
  set['standing'] = standing;
  return {
    ...changes,
    $push: { standingHistory: { standing, reason, actor: 'operator', at: now } },
  };
}

function seller(document: SellerDocument) {
  return {
    seller_id: document._id,
    name: document.name,
    endpoint_url: document.endpointUrl,
    supported_models: document.supportedModels,
    regions: document.regions,
    standing: document.standing,
    owner: document.owner,
    registered_at: document.registeredAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}

function quotaBody(quota: QuotaDocument | undefined) {
  return quota ? { limit: quota.limit, window_seconds: quota.windowSeconds } : null;
}
