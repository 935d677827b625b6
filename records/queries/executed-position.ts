/** The order of lists of trades, newest first: by execution, then by fill id. */
import type { TradeDocument } from '../documents/trade';

/** `<milliseconds>:<fill id>` */
export function executedPosition({ executedAt, _id }: TradeDocument): string {
  return `${executedAt.getTime()}:${_id}`;
}

/** When the trade at a position was executed. */
function executedAtOf(position: string): Date {
  return new Date(Number.parseInt(position, 10));
}

export function executedBehind(position: string) {
  const [, id = ''] = position.split(':');
  const executedAt = executedAtOf(position);
  // Written without an `$or`, so that a scan of the index begins at the position.
  return { executedAt: { $lte: executedAt }, $nor: [{ executedAt, _id: { $gte: id } }] };
}
