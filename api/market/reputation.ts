/**
 * Reputations: the seller's own, and any seller's for the public. Informational: they grant and
 * deny nothing.
 */
import type { Request, Response } from 'express';
import { fail } from '../../domain/errors';
import { isUuid } from '../../domain/ids';
import type { Records } from '../../records/connect';
import type { ReputationSnapshot } from '../../records/documents/reputation';
import { pathParameter, sellerOf } from '../context';
import { sendCacheable } from '../middleware/cacheable';
import type { RouteHandler } from '../routes/declared-route';
import type { marketSellerRoutes } from '../routes/market-sellers';
import type { sellerRoutes } from '../routes/seller';
import { modelFiguresBody } from './seller-figures';
import type { ReputationBody } from '../schemas/seller-records';

/** Snapshots are taken at most every half minute. */
const SHARED_SECONDS = 10;

export function ownReputationHandler(
  records: Records,
): RouteHandler<typeof sellerRoutes.getReputation> {
  return (req, res) => send(records, req, res, sellerOf(res)._id, 'no-store');
}

export function reputationHandler(
  records: Records,
): RouteHandler<typeof marketSellerRoutes.getSellerReputation> {
  return async (req, res) => {
    const id = pathParameter(req, 'id');
    const isKnown = isUuid(id) && (await records.sellers.countDocuments({ _id: id })) === 1;
    if (!isKnown) throw fail('not_found', { message: 'There is no such seller.' });
    await send(records, req, res, id, `public, max-age=${SHARED_SECONDS}`);
  };
}

async function send(
  records: Records,
  req: Request,
  res: Response,
  sellerId: string,
  cacheControl: string,
): Promise<void> {
  const found = await records.reputations.findOne({ _id: sellerId });
  const history = (found?.snapshots ?? []).map((snapshot) => snapshotBody(sellerId, snapshot));
  const current = history[0] ?? null;
  const figures = (found?.figures ?? []).map(modelFiguresBody);
  const body: ReputationBody = { seller_id: sellerId, figures, current, history };
  await sendCacheable(req, res, body, { cacheControl });
}

function snapshotBody(
  sellerId: string,
  { score, fillRate, latencyAdherence, qualityRate, takenAt }: ReputationSnapshot,
): ReputationBody['history'][number] {
  return {
    seller_id: sellerId,
    score,
    fill_rate: fillRate,
    latency_adherence: latencyAdherence,
    quality_rate: qualityRate,
    timestamp: takenAt.toISOString(),
  };
}
