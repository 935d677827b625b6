/** `GET /v1/markets/{model_id}/candles`: prices and volume over time, from real executions. */
import type { RequestHandler } from 'express';
import { parseInstrument } from '../../domain/instruments';
import { formatPrice } from '../../domain/money';
import { type ShownCandle, readCandles } from '../../records/candles/read';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { readQuery } from '../middleware/body';
import { sendCacheable } from '../middleware/cacheable';
import { type CandlesBody, candlesQuerySchema } from '../schemas/market-data';

export function candlesHandler(records: Records): RequestHandler {
  return async (req, res) => {
    const modelId = parseInstrument(pathParameter(req, 'model_id'), 'model_id');
    const query = readQuery(req, candlesQuerySchema);
    const { region, interval, from = null, to = null, limit, tenor = 'spot' } = query;
    const book = { modelId, tenor };
    const found = await readCandles(records.candles, {
      book,
      region: region ?? 'any',
      interval,
      from,
      to,
      limit,
    });
    const body: CandlesBody = {
      model_id: modelId,
      ...(region === undefined ? {} : { region }),
      tenor,
      interval,
      candles: found.map(candle),
    };
    sendCacheable(req, res, body, { cacheControl: 'public, max-age=1' });
  };
}

function candle(document: ShownCandle): CandlesBody['candles'][number] {
  return {
    time: document.time.toISOString(),
    open: formatPrice(document.openScale8, 'perThousand'),
    high: formatPrice(document.highScale8, 'perThousand'),
    low: formatPrice(document.lowScale8, 'perThousand'),
    close: formatPrice(document.closeScale8, 'perThousand'),
    volume: document.volumeTokens,
  };
}
