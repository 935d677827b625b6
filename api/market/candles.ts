/** `GET /v1/markets/{model_id}/candles`: prices and volume over time, from real executions. */
import type { RequestHandler } from 'express';
import { parseInstrument } from '../../domain/instruments';
import { readCandles } from '../../records/candles/read';
import type { Records } from '../../records/connect';
import { pathParameter } from '../context';
import { readQuery } from '../middleware/body';
import { sendText, tagOf } from '../middleware/cacheable';
import { type CandlesBody, candlesQuerySchema } from '../schemas/market-data';

export function candlesHandler(records: Records): RequestHandler {
  return async (req, res) => {
    const modelId = parseInstrument(pathParameter(req, 'model_id'), 'model_id');
    const query = readQuery(req, candlesQuerySchema);
    const { region, interval, from = null, to = null, limit, tenor = 'spot' } = query;
    const book = { modelId, tenor };
    const rows = await readCandles(records.candles, {
      book,
      region: region ?? 'any',
      interval,
      from,
      to,
      limit,
    });
    const head: Omit<CandlesBody, 'candles'> = {
      model_id: modelId,
      ...(region === undefined ? {} : { region }),
      tenor,
      interval,
    };
    const text = `${JSON.stringify(head).slice(0, -1)},"candles":[${rows.join(',')}]}`;
    sendText(req, res, { text, tag: tagOf(text), cacheControl: 'public, max-age=1' });
  };
}
