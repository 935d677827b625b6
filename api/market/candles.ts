/** `GET /v1/markets/{model_id}/candles`: prices and volume over time, from real executions. */
import type { CsvCell } from '../../domain/csv';
import { readCandles } from '../../records/queries/read-candles';
import type { Records } from '../../records/connect';
import { type TaggedText, sendText, tagOf } from '../middleware/cacheable';
import { csvText, isCsv, sendCsv } from './csv';
import type { CandlesBody, CandlesQuery } from '../schemas/market-data';
import { singleFlightCache } from '../../fairness/single-flight-cache';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';

/** Short compared with the second or two until a trade is in its candles. */
const FRESH_MS = 300;
const ANSWERS_KEPT = 100;
const CACHE_CONTROL = 'public, max-age=1';
const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume'] as const;

export function candlesHandler({
  candles,
}: Pick<Records, 'candles'>): RouteHandler<typeof marketDataRoutes.getCandles> {
  const answers = singleFlightCache<TaggedText>(ANSWERS_KEPT, FRESH_MS);
  return async (req, res, { params, query }) => {
    const { model_id: modelId } = params;
    const asCsv = isCsv(req, res, query.format);
    const key = JSON.stringify([modelId, query, asCsv]);
    const answer = await answers.forceFetch(key, {
      context: () => makeAnswer(candles, modelId, query, asCsv),
    });
    if (!asCsv) return sendText(req, res, answer, CACHE_CONTROL);
    const name = `candles-${modelId}-${query.interval}`;
    await sendCsv(req, res, answer, { name, cacheControl: CACHE_CONTROL });
  };
}

async function makeAnswer(
  candles: Records['candles'],
  modelId: string,
  { region, interval, from, to, limit, tenor = 'spot' }: CandlesQuery,
  asCsv: boolean,
): Promise<TaggedText> {
  const rows = await readCandles(candles, {
    book: { modelId, tenor },
    region: region ?? 'any',
    interval,
    from: from ?? null,
    to: to ?? null,
    limit,
  });
  if (asCsv) return csvText(COLUMNS, rows.map(cellsOf));
  const head: Omit<CandlesBody, 'candles'> = {
    model_id: modelId,
    ...(region === undefined ? {} : { region }),
    tenor,
    interval,
  };
  const text = `${JSON.stringify(head).slice(0, -1)},"candles":[${rows.join(',')}]}`;
  return { text, tag: tagOf(text) };
}

function cellsOf(row: string): CsvCell[] {
  const candle = JSON.parse(row) as CandlesBody['candles'][number];
  return COLUMNS.map((column) => ({ amount: String(candle[column]) }));
}
