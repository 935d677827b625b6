/** Offers on the Seller surface: asks of the same book, with prices per 1,000,000 tokens. */
import type { Settings } from '../../config/settings';
import { formatPrice } from '../../domain/money';
import type { AskDocument } from '../../records/documents/ask';
import type { Records } from '../../records/connect';
import { pathParameter, sellerOf } from '../context';
import type { AskService } from '../../exchange/asks/ask-service';
import { createOnce } from '../../exchange/idempotency/create-once';
import { creationOf } from '../middleware/creation-request';
import type { CreatedOfferBody, OfferBody } from '../schemas/asks';
import type { RouteHandler } from '../routes/declared-route';
import type { sellerRoutes } from '../routes/seller';

export class OfferRoutes {
  constructor(
    private readonly records: Records,
    private readonly settings: Settings,
    private readonly asks: AskService,
  ) {}

  readonly create: RouteHandler<typeof sellerRoutes.createOffer> = async (req, res, { body }) => {
    const seller = sellerOf(res);
    const created = await createOnce(this.records, {
      ...creationOf(req, this.settings, `offers:${seller._id}`),
      create: async (askId) =>
        createdOffer(
          await this.asks.create(askId, {
            seller,
            surface: 'seller',
            modelId: body.model,
            tenor: body.tenor,
            region: body.region,
            priceScale8: body.price_per_million_tokens,
            capacityTokens: body.quantity_tokens,
            validForSeconds: body.valid_for_seconds,
            names: { model: 'model', quantity: 'quantity_tokens' },
          }),
        ),
      afterFailure: (err, use) => this.asks.afterFailure(err, use),
    });
    res.json(created);
  };

  readonly list: RouteHandler<typeof sellerRoutes.listOffers> = async (_req, res) => {
    const listed = await this.asks.list(sellerOf(res)._id);
    res.json({ offers: listed.map(offer) });
  };

  readonly cancel: RouteHandler<typeof sellerRoutes.cancelOffer> = async (req, res) => {
    await this.asks.cancel(pathParameter(req, 'id'), sellerOf(res)._id);
    res.status(204).end();
  };
}

function offer(document: AskDocument): OfferBody {
  return {
    offer_id: document._id,
    status: document.status,
    model: document.modelId,
    region: document.region,
    price_per_million_tokens: formatPrice(document.priceScale8, 'perMillion'),
    quantity_tokens: document.capacityTokens,
    remaining_tokens: document.remainingTokens,
    created_at: document.createdAt.toISOString(),
    expires_at: document.expiresAt.toISOString(),
  };
}

function createdOffer(document: AskDocument): CreatedOfferBody {
  return {
    ...offer(document),
    valid_for_seconds: document.validForSeconds,
    tenor: document.tenor,
  };
}
