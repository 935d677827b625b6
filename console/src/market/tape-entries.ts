/** Trades as they are listed: past ones of the market data, and those of the stream. */
import type { PublicTrade as Trade } from '../client/market';

export type { Trade };

/** A time without a connection whose trades could not be read afterwards. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
  /** The newest trade before it; 0 without one. By the clock of the exchange. */
  readonly afterMs: number;
}

export type TapeEntry = Trade | Gap;

const TAPE_LENGTH = 200;

/** A trade of the stream, which may have been read already. */
export function withTrade(tape: readonly TapeEntry[], trade: Trade): readonly TapeEntry[] {
  if (tape.some((entry) => 'id' in entry && entry.id === trade.id)) return tape;
  return [trade, ...tape].slice(0, TAPE_LENGTH);
}

export interface Past {
  readonly trades: readonly Trade[];
  /** Whether there are older ones. */
  readonly has_more: boolean;
}

/**
 * Adds past trades to those that are known.
 * @param gap since the last connection
 * @param past null when it could not be read. Gaps that it covers are none any more
 */
export function withPast(
  tape: readonly TapeEntry[],
  past: Past | null,
  gap: Gap | null,
): readonly TapeEntry[] {
  const known = new Set(tape.flatMap((entry) => ('id' in entry ? entry.id : [])));
  const added = past ? past.trades.filter(({ id }) => !known.has(id)) : [];
  return [...(gap ? [gap] : []), ...tape, ...added]
    .filter((entry) => 'id' in entry || !past || !covers(past, entry))
    .toSorted((a, b) => timeOf(b) - timeOf(a))
    .slice(0, TAPE_LENGTH);
}

function covers({ trades, has_more: hasMore }: Past, { afterMs }: Gap): boolean {
  const oldest = trades.at(-1);
  return !hasMore || afterMs === 0 || (oldest !== undefined && oldest.timestamp <= afterMs);
}

export function newestMs(tape: readonly TapeEntry[]): number {
  const [newest] = tape;
  return newest ? timeOf(newest) : 0;
}

function timeOf(entry: TapeEntry): number {
  return 'id' in entry ? entry.timestamp : entry.afterMs;
}
