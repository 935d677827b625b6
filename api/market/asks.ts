/** Asks of a seller on the Market surface: prices per 1,000 tokens. */
import type { Settings } from '../../config/settings';
import { formatPrice } from '../../domain/money';
import type { AskDocument } from '../../records/documents/ask';
import type { Records } from '../../records/connect';
import { pathParameter, sellerOf } from '../context';
import { creationOf } from '../middleware/creation-request';
import type { AskBody, CreatedAskBody } from '../schemas/asks';
import type { AskService } from '../../exchange/asks/ask-service';
import { createOnce } from '../../exchange/idempotency/create-once';
import type { RouteHandler } from '../routes/declared-route';
import type { marketSellerRoutes } from '../routes/market-sellers';

export class AskRoutes {
  constructor(
    private readonly records: Records,
    private readonly settings: Settings,
    private readonly asks: AskService,
  ) {}

  readonly create: RouteHandler<typeof marketSellerRoutes.createAsk> = async (
    req,
    res,
    { body },
  ) => {
    const seller = sellerOf(res);
    const created = await createOnce(this.records, {
      ...creationOf(req, this.settings, `asks:${seller._id}`),
      create: async (askId) =>
        createdAsk(
          await this.asks.create(askId, {
            seller,
            surface: 'market',
            modelId: body.model_id,
            tenor: body.tenor,
            region: body.region ?? null,
            priceScale8: body.price,
            capacityTokens: body.capacity,
            validForSeconds: body.ttl_seconds,
            names: { model: 'model_id', quantity: 'capacity' },
          }),
        ),
      afterFailure: (err, use) => this.asks.afterFailure(err, use),
    });
    res.json(created);
  };

  readonly list: RouteHandler<typeof marketSellerRoutes.listAsks> = async (_req, res) => {
    const listed = await this.asks.list(sellerOf(res)._id);
    res.json({ asks: listed.map(ask) });
  };

  readonly cancel: RouteHandler<typeof marketSellerRoutes.cancelAsk> = async (req, res) => {
    await this.asks.cancel(pathParameter(req, 'ask_id'), sellerOf(res)._id);
    res.status(204).end();
  };
}

function ask(document: AskDocument): AskBody {
  return {
    ask_id: document._id,
    model_id: document.modelId,
    region: document.region,
    tenor: document.tenor,
    price: formatPrice(document.priceScale8, 'perThousand'),
    capacity: document.capacityTokens,
    remaining: document.remainingTokens,
    created_at: document.createdAt.toISOString(),
    expires_at: document.expiresAt.toISOString(),
  };
}

function createdAsk(document: AskDocument): CreatedAskBody {
  return { ...ask(document), seller_id: document.sellerId };
}
