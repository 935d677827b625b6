/** The order of lists of trades, newest first: by execution, then by fill id. */
import type { TradeDocument } from './trade';

export const NEWEST_EXECUTED = { executedAt: -1, _id: -1 } as const;

/** `<milliseconds>:<fill id>` */
export function executedPosition({ executedAt, _id }: TradeDocument): string {
  return `${executedAt.getTime()}:${_id}`;
}

export function executedBehind(position: string) {
  const [time = '', id = ''] = position.split(':');
  const executedAt = new Date(Number.parseInt(time, 10));
  // Written without an `$or`, so that a scan of the index begins at the position.
  return { executedAt: { $lte: executedAt }, $nor: [{ executedAt, _id: { $gte: id } }] };
}
