/**
 * Reads a chat body: all work whose processor time grows with the body's size, in one function that
 * runs in a separate thread for all but the smallest bodies.
 */
import { type ReceivedBody, parseBody } from '../../../domain/json-body';
import { type PromptSize, measurePrompt } from '../../../domain/prompts/size';
import { type RequestNeeds, needsOf } from '../../../domain/needs';
import { type PreparedBody, prepareBody } from '../../../domain/seller-body';
import { questionOf } from '../../../domain/simulated-model';
import { instructionIn } from '../../../domain/test-instructions';
import { canonicalHash } from '../../../domain/canonical-json';
import { parseWith } from '../../middleware/body';
import { type ChatRequest, chatRequestSchema } from '../../schemas/chat';
import { declaredNeedsOf } from '../../schemas/provider';

/** Bodies up to this size are read on the event loop, in a few milliseconds at most. */
export const READ_AT_ONCE_BYTES = 1_024;

/** The fields of the bid; the rest of the body goes to the seller unread. */
const TERMS = [
  'model',
  'models',
  'region',
  'venue_pin',
  'max_price',
  'provider',
  'session_id',
  'prompt_cache_key',
  'max_tokens',
  'max_completion_tokens',
  'n',
  'stream',
] as const;

export type ChatTerms = Pick<ChatRequest, (typeof TERMS)[number]>;

export interface ChatToRead extends ReceivedBody {
  /** The ticket to draw on. */
  readonly ticketId: string | null;
}

export interface ReadChat {
  readonly terms: ChatTerms;
  /**
   * Hash of the parsed body: the spelling of numbers, the order of members and white space are
   * ignored.
   */
  readonly bodyHash: string;
  readonly prompt: PromptSize;
  /** What the request needs of its seller. */
  readonly needs: RequestNeeds;
  /** The body for the seller. */
  readonly forSeller: PreparedBody;
}

/** Runs `readChat` without blocking the event loop. */
export interface ChatReader {
  /**
   * @param accountId the account that takes turns.
   * @throws Failure also when the queue is full
   */
  read(accountId: string, chat: ChatToRead): Promise<ReadChat>;
}

/** @throws Failure `invalid_request`, or the code of the first invalid field */
export function readChat({ ticketId, ...body }: ChatToRead): ReadChat {
  const request = parseWith(chatRequestSchema, parseBody(body));
  const terms = Object.fromEntries(
    TERMS.filter((name) => request[name] !== undefined).map((name) => [name, request[name]]),
  ) as unknown as ChatTerms;
  const declared = declaredNeedsOf(request.provider);
  return {
    terms,
    // The credential is part of the identity: one request is charged, the other prepaid.
    bodyHash: canonicalHash({ ...request, ...(ticketId !== null && { ticket_id: ticketId }) }),
    prompt: measurePrompt(request),
    needs: { ...needsOf(request), ...(declared ? { declared } : {}) },
    forSeller: {
      ...prepareBody(body.bytes),
      ...(isInstructed(body.bytes, request) ? { isInstructed: true } : {}),
    },
  };
}

/** Most bodies need no look at their last message, which may have pictures. */
function isInstructed(bytes: Uint8Array, request: ChatRequest): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return text.includes('test:') && instructionIn(questionOf(request)) !== null;
}
