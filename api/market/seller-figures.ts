/** Public figures of sellers (STANDING-10): computed here for every route that shows them. */
import { type SellerFigures, figuresOf } from '../../domain/seller-figures';
import { eachAtOnce } from '../../exchange/each-at-once';
import { singleFlightCache } from '../../exchange/single-flight-cache';
import type { Records } from '../../records/connect';
import { type TimedEnd, figuredEnds } from '../../records/reputations/figured-ends';
import { sendCacheable } from '../middleware/cacheable';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';
import { groupedBy } from './catalog';
import type { InstrumentSellersBody, ReputationBody } from '../schemas/seller-records';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const READ_AGAIN_MS = 20_000;
const SELLERS_REMEMBERED = 2_000;
const SELLERS_SHOWN = 100;
/** Asks of a book that are looked at. */
const ASKS_MAX = 5_000;
const AT_ONCE = 4;

type ModelFigures = ReputationBody['figures'][number];
type Windows = Omit<ModelFigures, 'model_id'>;

export class SellerFiguresReader {
  private readonly read = singleFlightCache<ModelFigures[]>(SELLERS_REMEMBERED, READ_AGAIN_MS);

  constructor(private readonly records: Pick<Records, 'asks' | 'fills'>) {}

  /** Of each instrument that the seller was asked for. */
  ofSeller(sellerId: string): Promise<ModelFigures[]> {
    return this.read.forceFetch(sellerId, {
      context: async () => {
        const now = Date.now();
        const ends = await figuredEnds(this.records, sellerId, now - DAY_MS);
        const byModel = groupedBy(ends, ({ modelId }) => modelId);
        return [...byModel].map(([model_id, own]) => ({ model_id, ...windowsOf(own, now) }));
      },
    });
  }

  async ofInstrument(modelId: string): Promise<InstrumentSellersBody['sellers']> {
    const sellerIds = await this.offering(modelId);
    const figures = new Map<string, Windows>();
    await eachAtOnce(sellerIds, AT_ONCE, async (sellerId) => {
      const all = await this.ofSeller(sellerId);
      const { hour, day } = all.find(({ model_id }) => model_id === modelId) ?? UNKNOWN;
      figures.set(sellerId, { hour, day });
    });
    return sellerIds.map((seller_id) => ({ seller_id, ...figures.get(seller_id)! }));
  }

  private async offering(modelId: string): Promise<string[]> {
    const found = await this.records.asks
      .aggregate<{ _id: string }>([
        { $match: { status: 'active', tenor: 'spot', modelId, expiresAt: { $gt: new Date() } } },
        { $limit: ASKS_MAX },
        { $group: { _id: '$sellerId' } },
        { $sort: { _id: 1 } },
        { $limit: SELLERS_SHOWN },
      ])
      .toArray();
    return found.map(({ _id }) => _id);
  }
}

export function instrumentSellersHandler(
  figures: SellerFiguresReader,
): RouteHandler<typeof marketDataRoutes.listMarketSellers> {
  return async (req, res, { params: { model_id } }) => {
    const sellers = await figures.ofInstrument(model_id);
    const body: InstrumentSellersBody = { model_id, sellers, as_of: new Date().toISOString() };
    await sendCacheable(req, res, body, {
      changing: 'as_of',
      cacheControl: 'public, max-age=10',
    });
  };
}

function windowsOf(ends: readonly TimedEnd[], now: number): Windows {
  const young = ends.filter(({ atMs }) => atMs > now - HOUR_MS);
  return { hour: figuresBody(young), day: figuresBody(ends) };
}

function figuresBody(ends: readonly TimedEnd[]): Windows['day'] {
  const figures: SellerFigures = figuresOf(ends.map(({ end }) => end));
  return {
    answered: figures.answered,
    refused: figures.refused,
    refused_share: figures.refusedShare,
    first_byte_ms: figures.firstByteMs,
    tokens_per_second: figures.tokensPerSecond,
    tool_calls: figures.calls,
    parsed_tool_calls_share: figures.parsedCallsShare,
  };
}

const UNKNOWN = windowsOf([], 0);
