/** What followers derive from the records: candles, and webhooks that are due. */
import { are, exact, idsSince, type Invariant, type Since, union, unless } from './invariant';

const MINUTE_MS = 60_000;
/** A worker that starts again follows on from where the last one was. */
const LATE_MS = 10 * MINUTE_MS;
const UNSENT_MS = 60 * MINUTE_MS;
/** Followers gather changes for half a second. */
const FOLLOWS_WITHIN_MS = 2_000;
/**
 * Between a reservation, whose time is in the trade's id, and its settlement. Trades have no index by
 * the time of their settlement alone.
 */
const SETTLED_WITHIN_MS = 2 * 24 * 60 * MINUTE_MS;

/** Whole minutes that no trade enters any more: a candle is of all trades of its minute. */
function quiet(field: string, since: Since) {
  const until = new Date(Math.floor((Date.now() - LATE_MS) / MINUTE_MS) * MINUTE_MS);
  return { $match: { [field]: { ...(since && { $gte: since }), $lt: until } } };
}

const seriesOf = (time: unknown) => ({ modelId: '$modelId', tenor: '$tenor', time });

/** Only of minutes with a candle: an exchange whose candles have not begun has none. */
const candlesEqualTrades: Invariant = {
  id: 'I17',
  name: 'The volume and the gross of every minute are those of its trades.',
  collection: 'candles',
  violator: 'candle',
  followsWithinMs: FOLLOWS_WITHIN_MS,
  pipeline: (since) => [
    { $match: { interval: '1m', region: 'any' } },
    quiet('time', since),
    {
      $project: {
        candle: '$_id',
        series: seriesOf('$time'),
        volume: { $toDecimal: '$volumeTokens' },
        gross: '$grossScale8',
      },
    },
    union(
      'trades',
      ...idsSince(since && new Date(since.getTime() - SETTLED_WITHIN_MS)),
      quiet('executedAt', since),
      { $match: { status: { $ne: 'voided' } } },
      {
        $project: {
          series: seriesOf({ $dateTrunc: { date: '$executedAt', unit: 'minute' } }),
          volume: { $multiply: [{ $toDecimal: '$quantityTokens' }, -1] },
          gross: { $multiply: [exact('$grossScale8'), -1] },
        },
      },
    ),
    {
      $group: {
        _id: '$series',
        candle: { $max: '$candle' },
        volume: { $sum: '$volume' },
        gross: { $sum: '$gross' },
      },
    },
    { $match: { candle: { $type: 'string' } } },
    unless(...are(0, 'volume', 'gross')),
    { $project: { _id: '$candle' } },
  ],
};

/** An endpoint that fails rests between its attempts, and many such share a few places. */
const webhooksAreSent: Invariant = {
  id: 'I19',
  name: 'Every webhook endpoint with something to send is looked at within an hour of its time.',
  collection: 'webhookEndpoints',
  violator: 'webhook endpoint',
  pipeline: () => {
    const before = new Date(Date.now() - UNSENT_MS);
    return [
      { $match: { status: 'enabled', dueAt: { $lt: before }, leasedUntil: { $lt: before } } },
    ];
  },
};

export const followerInvariants = [candlesEqualTrades, webhooksAreSent];
