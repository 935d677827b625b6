/** `GET /v1/profile`: the seller's own record, without its key. */
import type { RequestHandler } from 'express';
import { venueClassOf } from '../../domain/reputation';
import { sellerOf } from '../context';
import type { ProfileBody } from '../schemas/sellers';

export const profileHandler: RequestHandler = (_req, res) => {
  const seller = sellerOf(res);
  const body: ProfileBody = {
    seller_id: seller._id,
    name: seller.name,
    endpoint_url: seller.endpointUrl,
    supported_models: seller.supportedModels,
    regions: seller.regions,
    standing: seller.standing,
    venue_class: venueClassOf(null),
    registered_at: seller.registeredAt.toISOString(),
  };
  res.json(body);
};
