/** Sellers as the operator sees them: standing, owner, quotas, and what is owed on both sides. */
import type { Request, Response } from 'express';
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

export function sellerHandlers(records: Records, cursors: Cursors, asks: AskBook) {
  return {
    async list(req: Request, res: Response): Promise<void> {
      const page = await cursors.page('sellers', readQuery(req, pageQuerySchema), (behind, count) =>
        records.sellers
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
    },

    async show(req: Request, res: Response): Promise<void> {
      res.json(await story(await find(req)));
    },

    async update(req: Request, res: Response): Promise<void> {
      const { _id, standing } = await find(req);
      const body = readBody(req, updateSellerSchema);
      const updated = await records.sellers.findOneAndUpdate({ _id }, changesOf(body, standing), {
        returnDocument: 'after',
      });
      if (!updated) throw fail('not_found');
      // Repeated when asked again: a withdrawal that was cut short is finished.
      if (isShutOut(updated)) await asks.withdrawAll(_id);
      res.json(await story(updated));
    },

    /** Idempotent by the reference; never more than is owed. */
    async payout(req: Request, res: Response): Promise<void> {
      const found = await find(req);
      const body = readBody(req, transferSchema);
      await records.ledger.payout({
        sellerId: found._id,
        amountScale8: body.amount,
        reference: body.reference,
      });
      res.json(await story(found));
    },
  };

  async function find(req: Request): Promise<SellerDocument> {
    const document = await records.sellers.findOne({ _id: pathParameter(req, 'id') });
    if (!document) throw fail('not_found', { message: 'There is no such seller.' });
    return document;
  }

  async function story(document: SellerDocument) {
    const [payableScale8, tokens] = await Promise.all([
      records.ledger.sellerPayableScale8(document._id),
      reservedTokens(document._id),
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

  async function reservedTokens(sellerId: string): Promise<number> {
    const [sum] = await records.fills
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
