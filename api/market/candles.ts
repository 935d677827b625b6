/** `GET /v1/markets/{model_id}/candles`: prices and volume over time, from real executions. */
import { readCandles } from '../../records/candles/read';
import type { Records } from '../../records/connect';
import { type TaggedText, sendText, tagOf } from '../middleware/cacheable';
import type { CandlesBody, CandlesQuery } from '../schemas/market-data';
import { singleFlightCache } from '../../exchange/single-flight-cache';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';

/** Short compared with the second or two until a trade is in its candles. */
const FRESH_MS = 300;
const ANSWERS_KEPT = 100;

export function candlesHandler({
  candles,
}: Pick<Records, 'candles'>): RouteHandler<typeof marketDataRoutes.getCandles> {
  const answers = singleFlightCache<TaggedText>(ANSWERS_KEPT, FRESH_MS);
  return async (req, res, { params, query }) => {
    const { model_id: modelId } = params;
    const key = JSON.stringify([modelId, query]);
    const answer = await answers.forceFetch(key, {
      context: () => makeAnswer(candles, modelId, query),
    });
    await sendText(req, res, answer, 'public, max-age=1');
  };
}

async function makeAnswer(
  candles: Records['candles'],
  modelId: string,
  { region, interval, from, to, limit, tenor = 'spot' }: CandlesQuery,
): Promise<TaggedText> {
  const rows = await readCandles(candles, {
    book: { modelId, tenor },
    region: region ?? 'any',
    interval,
    from: from ?? null,
    to: to ?? null,
    limit,
  });
  const head: Omit<CandlesBody, 'candles'> = {
    model_id: modelId,
    ...(region === undefined ? {} : { region }),
    tenor,
    interval,
  };
  const text = `${JSON.stringify(head).slice(0, -1)},"candles":[${rows.join(',')}]}`;
  return { text, tag: tagOf(text) };
}
