/** What the services report for the metrics of a process. Every call returns immediately. */
import type { ErrorCode } from '../../domain/errors';
import type { VenueClass } from '../../domain/reputation';
import type { AttemptReason, FillDocument } from '../../records/documents/fill';

/** How an attempt ended: the seller answered, or the reason that its row states. */
export type AttemptEnd = 'answered' | AttemptReason;

export interface MarketMeter {
  /** The book answered a bid, whatever it answered. */
  bookAnswered(tookMs: number): void;
  /** MongoDB recorded or refused a reservation; includes the wait for its batch. */
  reservationRecorded(tookMs: number): void;
  /** The first byte of an attempt arrived; without a stream it is the whole answer. */
  firstByteArrived(venueClass: VenueClass, streamed: boolean, tookMs: number): void;
  attemptEnded(venueClass: VenueClass, end: AttemptEnd): void;
  /** A bid ended with a charge. */
  bidFilled(fill: FillDocument): void;
  /** A bid ended without a charge. */
  bidRefused(code: ErrorCode): void;
}
