/** Public figures of sellers (STANDING-10), as every route shows them. */
import { formatPrice } from '../../domain/money';
import type { Region } from '../../domain/regions';
import { venueClassOf } from '../../domain/reputation';
import { type SellerFigures, figuresOf } from '../../domain/seller-figures';
import { singleFlightCache } from '../../fairness/single-flight-cache';
import type { Records } from '../../records/connect';
import type { ModelFigures } from '../../records/documents/reputation';
import { type TaggedText, sendText, taggedText } from '../middleware/cacheable';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';
import type { InstrumentSellersBody, ReputationBody, SellersBody } from '../schemas/seller-records';

const READ_AGAIN_MS = 10_000;
const INSTRUMENTS_REMEMBERED = 500;
const SELLERS_SHOWN = 100;
const ACTIVE_SHOWN = 500;
const CACHE_CONTROL = 'public, max-age=10';
/** Asks of a book that are looked at. */
const ASKS_MAX = 5_000;

type ReadRecords = Pick<Records, 'asks' | 'reputations'>;
type ModelFiguresBody = ReputationBody['figures'][number];

const NOTHING = figuresOf([]);

interface Offering {
  /** Seller id. */
  readonly _id: string;
  readonly priceScale8: bigint;
  readonly regions: readonly Region[];
}

export function instrumentSellersHandler(
  records: ReadRecords,
): RouteHandler<typeof marketDataRoutes.listMarketSellers> {
  const read = singleFlightCache<TaggedText>(INSTRUMENTS_REMEMBERED, READ_AGAIN_MS);
  return async (req, res, { params: { model_id } }) => {
    const text = await read.forceFetch(model_id, { context: () => textOf(records, model_id) });
    await sendText(req, res, text, CACHE_CONTROL);
  };
}

export function sellersHandler(
  records: ReadRecords,
): RouteHandler<typeof marketDataRoutes.listSellers> {
  const read = singleFlightCache<TaggedText>(1, READ_AGAIN_MS);
  return async (req, res) => {
    const text = await read.forceFetch('all', {
      context: async () => {
        const sellers = await activeSellers(records);
        return taggedText({ sellers, as_of: new Date().toISOString() }, 'as_of');
      },
    });
    await sendText(req, res, text, CACHE_CONTROL);
  };
}

/** Whether spot or forward: the index of a seller's active asks knows them all. */
async function activeSellers({ asks, reputations }: ReadRecords): Promise<SellersBody['sellers']> {
  const sellerIds = await asks.distinct('sellerId', {
    status: 'active',
    expiresAt: { $gt: new Date() },
  });
  const measured = await reputations
    .find({ _id: { $in: sellerIds } }, { projection: { figures: 1, snapshots: { $slice: 1 } } })
    .toArray();
  const reputationOf = new Map(measured.map((reputation) => [reputation._id, reputation]));
  return sellerIds
    .map((seller_id) => {
      const { figures = [], snapshots = [] } = reputationOf.get(seller_id) ?? {};
      const most = figures.toSorted((one, other) => other.day.answered - one.day.answered)[0];
      const score = snapshots[0]?.score ?? null;
      return {
        seller_id,
        venue_class: venueClassOf(score),
        score,
        model_id: most?.modelId ?? null,
        day: figuresBody(most?.day ?? NOTHING),
      };
    })
    .toSorted((one, other) => (other.score ?? -1) - (one.score ?? -1))
    .slice(0, ACTIVE_SHOWN);
}

async function textOf(records: ReadRecords, model_id: string): Promise<TaggedText> {
  const sellers = await sellersOf(records, model_id);
  const body: InstrumentSellersBody = { model_id, sellers, as_of: new Date().toISOString() };
  return taggedText(body, 'as_of');
}

async function sellersOf(
  { asks, reputations }: ReadRecords,
  modelId: string,
): Promise<InstrumentSellersBody['sellers']> {
  const offering = await asks
    .aggregate<Offering>([
      { $match: { status: 'active', tenor: 'spot', modelId, expiresAt: { $gt: new Date() } } },
      { $limit: ASKS_MAX },
      {
        $group: {
          _id: '$sellerId',
          priceScale8: { $min: '$priceScale8' },
          regions: { $addToSet: '$region' },
        },
      },
      { $sort: { _id: 1 } },
      { $limit: SELLERS_SHOWN },
    ])
    .toArray();
  const sellerIds = offering.map(({ _id }) => _id);
  const measured = await reputations
    .find({ _id: { $in: sellerIds } }, { projection: { figures: 1, snapshots: { $slice: 1 } } })
    .toArray();
  const reputationOf = new Map(measured.map((reputation) => [reputation._id, reputation]));
  return offering.map(({ _id: seller_id, priceScale8, regions }) => {
    const { figures = [], snapshots = [] } = reputationOf.get(seller_id) ?? {};
    const ofModel = figures.find((one) => one.modelId === modelId);
    const { hour = NOTHING, day = NOTHING } = ofModel ?? {};
    const score = snapshots[0]?.score ?? null;
    return {
      seller_id,
      best_ask: formatPrice(priceScale8, 'perThousand'),
      regions: regions.toSorted(),
      venue_class: venueClassOf(score),
      score,
      hour: figuresBody(hour),
      day: figuresBody(day),
    };
  });
}

export function modelFiguresBody({ modelId, hour, day }: ModelFigures): ModelFiguresBody {
  return { model_id: modelId, hour: figuresBody(hour), day: figuresBody(day) };
}

function figuresBody(figures: SellerFigures): ModelFiguresBody['day'] {
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
