/** Lists of lots that have ended, the newest end first, page by page. */
import { ENDED_LOTS_DAYS } from '../../domain/lots';
import type { LotDocument } from '../documents/lot';

export const NEWEST_CLOSED = { closedAt: -1, _id: -1 } as const;

/** `<milliseconds>:<lot id>` */
export function closedPosition({ closedAt, _id }: LotDocument): string {
  return `${closedAt?.getTime() ?? 0}:${_id}`;
}

/** Lots behind a position of the list; all for null. */
export function closedBehind(position: string | null) {
  if (position === null) return {};
  const [time = '', id = ''] = position.split(':');
  const closedAt = new Date(Number.parseInt(time, 10));
  return { $and: [{ closedAt: { $lte: closedAt } }], $nor: [{ closedAt, _id: { $gte: id } }] };
}

const DAY_MS = 86_400_000;

/** Lots of a seller whose end is recorded and not longer ago than sellers are shown. */
export function shownEnded(sellerId: string, now: Date) {
  return { sellerId, closedAt: { $gt: new Date(now.getTime() - ENDED_LOTS_DAYS * DAY_MS) } };
}
