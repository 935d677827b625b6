/** `GET /v1/markets/{model_id}/estimate`: the expected result of an order. It reserves nothing. */
import type { Response } from 'express';
import { type Estimate, type Market, estimateFill } from '../../domain/estimate';
import type { BookId } from '../../domain/instruments';
import { formatPrice, parsePrice } from '../../domain/money';
import { pinOf } from '../../domain/regions';
import { observeArrivals } from '../../records/queries/arrivals';
import type { Records } from '../../records/connect';
import type { EstimateBody } from '../schemas/market-data';
import { BookMemory } from './book-memory';
import type { ViewDeps } from './order-book';
import type { BookReadDeps } from '../../exchange/books/current-read';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';

const LOOKBACK_HOURS = 24;
const HORIZON_HOURS = 24n;

const DISCLAIMER =
  'An estimate from the current book and from the asks of the lookback period. ' +
  'It reserves nothing; actual prices, quantities and waits may differ.';

type Int64Field = 'quantity' | 'fillable_quantity' | 'remaining_quantity' | 'horizon_hours';
type ExactBody = Omit<EstimateBody, Int64Field> & Record<Int64Field, bigint>;

type Deps = ViewDeps & Pick<BookReadDeps, 'books'> & { readonly records: Records };

export function estimateHandler(deps: Deps): RouteHandler<typeof marketDataRoutes.estimateFill> {
  const memory = new BookMemory<Market>(deps.books);
  return async (_req, res, { params, query }) => {
    const { model_id: modelId } = params;
    const { quantity, region = 'any', tenor = 'spot', horizon_hours: horizon } = query;
    const limit = query.limit_price ?? null;
    const horizonHours = horizon ?? HORIZON_HOURS;
    const pin = region === 'any' ? null : pinOf(region);
    const book = { modelId, tenor };
    const market = await memory.recall(book, pin ?? 'any', () => readMarket(deps, book, pin));
    const question = { quantityTokens: quantity, limitPriceScale8: limit, horizonHours };
    const body: ExactBody = {
      model_id: modelId,
      tenor,
      region,
      quantity,
      limit_price: optionalPrice(limit),
      ...estimateFields(estimateFill(question, market)),
      horizon_hours: horizonHours,
      lookback_hours: market.lookbackHours,
      disclaimer: DISCLAIMER,
      as_of: new Date().toISOString(),
    };
    sendExact(res, body);
  };
}

async function readMarket(
  deps: Deps,
  book: BookId,
  pin: ReturnType<typeof pinOf>,
): Promise<Market> {
  const [{ body }, observed] = await Promise.all([
    deps.views.view(book, pin ?? 'any'),
    observeArrivals(deps.records.asks, book, pin, LOOKBACK_HOURS),
  ]);
  const asks = body.asks.map(({ price, quantity }) => ({
    priceScale8: parsePrice(price, 'perThousand', 'price'),
    quantityTokens: Number(quantity),
  }));
  return { asks, ...observed };
}

function estimateFields(estimate: Estimate) {
  return {
    fillable_quantity: estimate.fillableTokens,
    remaining_quantity: estimate.remainingTokens,
    average_price: optionalPrice(estimate.averagePriceScale8),
    worst_price: optionalPrice(estimate.worstPriceScale8),
    estimated_wait_seconds: estimate.waitSeconds,
    suggested_limit_price: optionalPrice(estimate.suggestedPriceScale8),
    sample_size: estimate.sampleSize,
    confidence: estimate.confidence,
  };
}

/** Marks an integer in the text: no field of an estimate contains it. */
const MARK = '\u0001';

/** Sends every digit of an int64, which a number of JavaScript does not have. */
function sendExact(res: Response, body: ExactBody): void {
  const text = JSON.stringify(body, (_name, value: unknown) =>
    typeof value === 'bigint' ? `${MARK}${value}` : value,
  );
  const exact = text.replace(/"\\u0001(\d+)"/g, '$1');
  res.set('Cache-Control', 'no-store').type('application/json').send(exact);
}

function optionalPrice(priceScale8: bigint | null): string | null {
  return priceScale8 === null ? null : formatPrice(priceScale8, 'perThousand');
}
