/** `GET /v1/profile`: the seller's own record, without its key. */
import { venueClassOf } from '../../domain/reputation';
import { learnedLimits } from '../../domain/learned-limits';
import type { Records } from '../../records/connect';
import { newestScore } from '../../records/queries/newest-score';
import { limitData } from '../../records/queries/limit-data';
import { askedUrl } from '../../domain/endpoint-url';
import type { SellerDocument } from '../../records/documents/seller';
import { sellerOf } from '../context';
import type { RouteHandler } from '../routes/declared-route';
import type { sellerRoutes } from '../routes/seller';
import { declaredModelBody } from '../schemas/declared-models';
import type { ProfileBody } from '../schemas/sellers';

export function profileHandler(records: Records): RouteHandler<typeof sellerRoutes.getProfile> {
  return async (_req, res) => {
    const seller = sellerOf(res);
    const score = await newestScore(records.reputations, seller._id);
    res.json(profile(seller, score));
  };
}

function profile(seller: SellerDocument, score: number | null): ProfileBody {
  return {
    seller_id: seller._id,
    name: seller.name,
    endpoint_url: askedUrl(seller),
    supported_models: seller.supportedModels,
    regions: seller.regions,
    standing: seller.standing,
    venue_class: venueClassOf(score),
    endpoint_verified: Boolean(seller.verifiedAt),
    models: (seller.declaredModels ?? []).map(declaredModelBody),
    learned_limits: learnedLimits(
      { refused: seller.refusedNeeds, served: seller.servedNeeds },
      new Date(),
    ).map(limitData),
    has_upstream_authorization: Boolean(seller.upstreamAuthorization),
    registered_at: seller.registeredAt.toISOString(),
  };
}
