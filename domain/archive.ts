/** What ended long ago is kept apart from what may still be read often. */
import { ENDED_LOTS_DAYS } from './lots';
import { SCORED_DAYS } from './reputation';

/** Nothing younger is archived: the scores of sellers are counted from younger fills. */
export const ARCHIVE_DAYS_MIN = Math.max(SCORED_DAYS, ENDED_LOTS_DAYS) + 1;

/** @param days of `ARCHIVE_AFTER_DAYS`; 0 for never */
export function isArchiveAge(days: number): boolean {
  return days === 0 || days >= ARCHIVE_DAYS_MIN;
}
