/** The windows of a seller's lots as an iCalendar file (RFC 5545). Pure. */
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { LotDocument } from '../../records/documents/lot';

/** How often a client is asked to read it again. */
const REFRESH_SECONDS = 900;
const NUMBERS = new Intl.NumberFormat('en');

/**
 * An event keeps its id; when its lot ends before its window, it is cancelled under the next number.
 * Its times are those of the record, so that a file without changes is the same text.
 */
export function calendarText(lots: readonly LotDocument[]): string {
  const calendar = ical({
    name: 'Tokenbook deliveries',
    prodId: { company: 'Tokenbook', product: 'deliveries', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  });
  for (const lot of lots) {
    const isCancelled = lot.status !== 'open' && lot.status !== 'expired';
    const changedAt = lot.closedAt ?? lot.createdAt;
    calendar.createEvent({
      id: `${lot._id}@tokenbook`,
      sequence: isCancelled ? 1 : 0,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      stamp: changedAt,
      created: lot.createdAt,
      lastModified: changedAt,
      start: lot.opensAt,
      end: lot.endsAt,
      summary: `${NUMBERS.format(lot.quantityTokens)} tokens of ${lot.modelId}`,
      description: `Lot ${lot._id} of contract ${lot.contractId}${isCancelled ? `: ${lot.status}` : ''}`,
    });
  }
  // The last line ends as the others do.
  return `${calendar.toString()}\r\n`;
}
