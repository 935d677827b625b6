/** Which sellers were asked for a request that nobody served, and why each one failed (DISPATCH-16). */

/** How an attempt at a seller ended, with the words that follow the seller's id. */
export const ASKED_WORDS = {
  /** No connection: the only cause for which a seller did not answer at all. */
  unreachable: 'could not be reached',
  connection_lost: 'lost the connection before it answered',
  silence: 'was cut for silence',
  too_slow: 'showed life, but did not answer in time',
  deadline: 'had not answered by the deadline of the request',
  status: 'answered with status',
  refused: 'refused the request with status',
  busy: 'was busy, status',
  malformed: 'sent an answer that cannot be read',
  too_large: 'sent an answer that is too large',
  error_object: 'answered with an error',
  unfinished: 'broke off its answer',
  no_connection: 'was not asked, because no connection to it was free',
  exchange: 'was not asked to the end, through a fault of the exchange',
  /** The process of the exchange that asked it died. */
  unknown: 'was asked, and the exchange lost the outcome',
} as const;

export type AskedEnd = keyof typeof ASKED_WORDS;

export const ASKED_ENDS = Object.keys(ASKED_WORDS) as AskedEnd[];

/** As the buyer reads it. */
export interface AskedSeller {
  readonly seller_id: string;
  readonly attempts: number;
  /** Of the last attempt. */
  readonly reason: AskedEnd;
  /** What it answered with, if it did. */
  readonly status: number | null;
}

/** The message, and behind it a sentence with the sellers that were asked, if any. */
export function namingAsked(message: string, asked: readonly AskedSeller[]): string {
  if (asked.length === 0) return message;
  const sentence = message.endsWith('.') ? message : `${message}.`;
  return `${sentence} Asked: ${asked.map(askedText).join('; ')}.`;
}

/** What an operator reads of one of them. */
export function askedText({ seller_id, attempts, reason, status }: AskedSeller): string {
  const words = status === null ? ASKED_WORDS[reason] : `${ASKED_WORDS[reason]} ${status}`;
  return `${seller_id} ${words}${attempts > 1 ? `, asked ${attempts} times` : ''}`;
}
