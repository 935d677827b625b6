/**
 * Reads the body of a chat: everything that costs processor time in proportion to its size, in one
 * function that runs in a thread of its own for all but the smallest bodies.
 */
import { type ReceivedBody, parseText, textOf } from '../../../domain/json-body';
import { type PreparedBody, prepareBody } from '../../../domain/seller-body';
import { countPromptTokens } from '../../../domain/tokens';
import { canonicalHash } from '../../../records/canonical-json';
import { parseWith } from '../../middleware/body';
import { type ChatRequest, chatRequestSchema } from '../../schemas/chat';

/** Up to this the event loop reads a body itself: a few thousandths of a second at the very worst. */
export const READ_AT_ONCE_BYTES = 1_024;

/** What the bid is made of; the rest of the body goes to the seller unread. */
const TERMS = [
  'model',
  'region',
  'venue_pin',
  'max_price',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'stream',
] as const;

export type ChatTerms = Pick<ChatRequest, (typeof TERMS)[number]>;

export interface ChatToRead extends ReceivedBody {
  /** The ticket that is drawn on. */
  readonly ticketId: string | null;
}

export interface ReadChat {
  readonly terms: ChatTerms;
  /** Of the parsed body: the spelling of numbers, the order of members and white space do not count. */
  readonly bodyHash: string;
  readonly countedPromptTokens: number;
  /** What the seller gets. */
  readonly forSeller: PreparedBody;
}

/** Runs `readChat` where it holds up nobody. */
export interface ChatReader {
  /** @param accountId whose turn it takes. @throws Failure also when the queue is full */
  read(accountId: string, chat: ChatToRead): Promise<ReadChat>;
}

/** @throws Failure `invalid_request`, or the code of the first field at fault */
export function readChat({ ticketId, ...body }: ChatToRead): ReadChat {
  const text = textOf(body);
  const request = parseWith(chatRequestSchema, parseText(text, body));
  const terms = Object.fromEntries(
    TERMS.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]),
  ) as unknown as ChatTerms;
  return {
    terms,
    // With another credential it is another request: one is charged, the other is not.
    bodyHash: canonicalHash({ ...request, ...(ticketId !== null && { ticket_id: ticketId }) }),
    countedPromptTokens: countPromptTokens(request),
    forSeller: prepareBody(text),
  };
}
