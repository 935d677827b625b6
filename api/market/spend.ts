/** `GET /v1/account/spend`: what an account spent per day and instrument. */
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Records } from '../../records/connect';
import { type DaySpend, readSpend } from '../../records/queries/read-spend';
import { buyerOf } from '../context';
import type { accountRoutes } from '../routes/account';
import type { RouteHandler } from '../routes/declared-route';
import type { SpendBody, SpendQuery } from '../schemas/requests';
import { OneAtATime } from '../statements/one-at-a-time';

const DAY_MS = 86_400_000;
const DAYS_MAX = 366;
const DAYS = 30;
/** Instruments with rows of their own. */
const MODELS_MAX = 10;

export function spendHandler(records: Records): RouteHandler<typeof accountRoutes.getSpend> {
  const buyers = new OneAtATime('spend');
  return async (_req, res, { query }) => {
    const { accountId } = buyerOf(res);
    const { from, to } = periodOf(query);
    const period = { accountId, from, to: new Date(to.getTime() + DAY_MS) };
    const days = await buyers.run(accountId, () => readSpend(records, period));
    res.json({
      account_id: accountId,
      currency: 'USD',
      from: dayText(from),
      to: dayText(to),
      spent: sumOf(days, ({ spentScale8 }) => spentScale8),
      refunded: sumOf(days, ({ refundedScale8 }) => refundedScale8),
      rows: rowsOf(days),
    });
  };
}

/** Both days are inclusive. */
function periodOf(query: SpendQuery): { readonly from: Date; readonly to: Date } {
  const to = query.to ?? new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const from = query.from ?? new Date(Math.max(0, to.getTime() - (DAYS - 1) * DAY_MS));
  if (from > to) throw fail('invalid_request', { param: 'to', message: 'to is before from' });
  if (to.getTime() - from.getTime() >= DAYS_MAX * DAY_MS) {
    const message = `A period has at most ${DAYS_MAX} days.`;
    throw fail('invalid_request', { param: 'from', message });
  }
  return { from, to };
}

function dayText(day: Date): string {
  return day.toISOString().slice(0, 10);
}

function sumOf(days: readonly DaySpend[], pick: (row: DaySpend) => bigint): string {
  return formatScale8(days.reduce((sum, row) => sum + pick(row), 0n));
}

/** The instruments beyond the largest become one row per day. */
function rowsOf(days: readonly DaySpend[]): SpendBody['rows'] {
  const shown = largestModels(days);
  const groups = new Map<string, DaySpend[]>();
  for (const row of days) {
    const key = `${row.day} ${shown.has(row.modelId) ? row.modelId : ''}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([key, rows]) => {
    const [date = '', modelId] = key.split(' ');
    return {
      date,
      model_id: modelId === '' || modelId === undefined ? null : modelId,
      spent: sumOf(rows, ({ spentScale8 }) => spentScale8),
      refunded: sumOf(rows, ({ refundedScale8 }) => refundedScale8),
      tokens: rows.reduce((sum, { tokens }) => sum + tokens, 0),
      trades: rows.reduce((sum, { trades }) => sum + trades, 0),
    };
  });
}

function largestModels(days: readonly DaySpend[]): ReadonlySet<string> {
  const spent = new Map<string, bigint>();
  for (const { modelId, spentScale8 } of days) {
    spent.set(modelId, (spent.get(modelId) ?? 0n) + spentScale8);
  }
  const sorted = [...spent].sort(([a, one], [b, other]) => {
    if (one !== other) return one > other ? -1 : 1;
    return a < b ? -1 : 1;
  });
  return new Set(sorted.slice(0, MODELS_MAX).map(([modelId]) => modelId));
}
