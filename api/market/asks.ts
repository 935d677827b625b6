/** Asks of a seller on the Market surface: prices per 1,000 tokens. */
import type { Request, Response } from 'express';
import type { Settings } from '../../config/settings';
import { formatPrice } from '../../domain/money';
import type { AskDocument } from '../../records/ask';
import type { Records } from '../../records/connect';
import { pathParameter, sellerOf } from '../context';
import { readBody } from '../middleware/body';
import { type AskBody, type CreatedAskBody, createAskSchema } from '../schemas/asks';
import type { AskBook } from './ask-book';
import { createOnce } from './create-once';

export interface AskRouteDeps {
  readonly records: Records;
  readonly settings: Settings;
  readonly asks: AskBook;
}

export function askHandlers({ records, settings, asks }: AskRouteDeps) {
  return {
    async create(req: Request, res: Response): Promise<void> {
      const seller = sellerOf(res);
      const body = readBody(req, createAskSchema);
      const created = await createOnce(records, {
        req,
        scope: `asks:${seller._id}`,
        retentionMs: settings.ANSWER_RETENTION_HOURS * 3_600_000,
        create: async (askId) =>
          createdAsk(
            await asks.create(askId, {
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
      });
      res.json(created);
    },

    async list(_req: Request, res: Response): Promise<void> {
      const listed = await asks.list(sellerOf(res)._id);
      res.json({ asks: listed.map(ask) });
    },

    async cancel(req: Request, res: Response): Promise<void> {
      await asks.cancel(pathParameter(req, 'ask_id'), sellerOf(res)._id);
      res.status(204).end();
    },
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

/** As it was at its creation, so that a repeated request reads the same. */
function createdAsk(document: AskDocument): CreatedAskBody {
  return { ...ask(document), remaining: document.capacityTokens, seller_id: document.sellerId };
}
