/** Sums of trades. Voided ones count for nothing. */
import { addDecimals, compareDecimals } from '../client/decimal';
import type { PlotPoint } from '../design/plot';
import type { Trade } from './bodies';

const DAY_MS = 86_400_000;

export interface ModelRevenue {
  readonly model: string;
  readonly earned: string;
  readonly fee: string;
  readonly tokens: bigint;
  readonly trades: number;
}

export function counted(trades: readonly Trade[]): Trade[] {
  return trades.filter(({ status }) => status !== 'voided');
}

export function sumOf(trades: readonly Trade[], of: 'fee' | 'earned' | 'in_escrow'): string {
  return trades.reduce((sum, trade) => addDecimals(sum, trade[of]), '0');
}

/** What is owed to the seller, per day of UTC, also of those without a trade. */
export function perDay(trades: readonly Trade[], days: number, nowMs: number): PlotPoint[] {
  const sums = new Map<string, string>();
  for (const { executed_at: at, earned } of trades) {
    const day = at.slice(0, 10);
    sums.set(day, addDecimals(sums.get(day) ?? '0', earned));
  }
  return Array.from({ length: days }, (_, index) => {
    const label = dayText(nowMs - (days - 1 - index) * DAY_MS);
    return { label, value: sums.get(label) ?? '0' };
  });
}

export function perModel(trades: readonly Trade[]): ModelRevenue[] {
  const sums = new Map<string, ModelRevenue>();
  for (const { model_id: model, earned, fee, quantity } of trades) {
    const before = sums.get(model) ?? { model, earned: '0', fee: '0', tokens: 0n, trades: 0 };
    sums.set(model, {
      model,
      earned: addDecimals(before.earned, earned),
      fee: addDecimals(before.fee, fee),
      tokens: before.tokens + BigInt(quantity),
      trades: before.trades + 1,
    });
  }
  return [...sums.values()].sort((one, other) => compareDecimals(other.earned, one.earned));
}

/** The first moment of so many days, the present one included. */
export function startOf(days: number, nowMs: number): string {
  return `${dayText(nowMs - (days - 1) * DAY_MS)}T00:00:00.000Z`;
}

function dayText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
