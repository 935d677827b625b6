/**
 * Limits for the size of an answer, by the reserved tokens. Larger answers cost memory and time of
 * other participants.
 */
/**
 * Our tokenizer is not the seller's: an answer that the seller's own cap allows arrives whole. So a
 * stream may have three times the reserved tokens, or twice as many chunks, and always this many more.
 */
const BEYOND = 64;
const TOKENS_FACTOR = 3;
const CHUNKS_FACTOR = 2;

/** An answer with few tokens may still contain findings, citations and other metadata. */
const FLOOR_BYTES = 256 * 1024;
/** Of text, in JSON: words of several letters, or one escaped character. */
const WHOLE_BYTES_PER_TOKEN = 128;
/** A chunk of one token repeats the envelope, and some sellers add findings, usage and padding. */
const STREAMED_BYTES_PER_TOKEN = 1_024;
/** One candidate in the log probabilities: its text, its bytes, its value. */
const BYTES_PER_CANDIDATE = 192;
/** A MongoDB record holds 16 MiB: an answer and its metadata fit, whatever is configured. */
const REMEMBERED_BYTES_MAX = 12_000_000;
/** A whole answer is parsed synchronously, which blocks this process. */
const WHOLE_BYTES_MAX = 4_000_000;

/**
 * JSON values: members and elements. Numbers grow when they are serialized again, to 25 characters
 * at most.
 */
const FLOOR_VALUES = 16_384;
const VALUES_PER_TOKEN = 8;
const VALUES_PER_CANDIDATE = 24;
const VALUES_MAX = 200_000;

/** Chunks without tokens: roles, ends, findings. */
const FLOOR_CHUNKS = 1_024;
const CHUNKS_PER_TOKEN = 2;
/** Each chunk costs the answer channel more than its text; regular answers use larger chunks. */
const CHUNKS_MAX = 50_000;

export interface AnswerBounds {
  /** Generated tokens after which a stream is ended. */
  readonly tokens: number;
  /** Chunks that say something, after which a stream is ended. */
  readonly sayings: number;
  /** Without media, as the seller sends it, and as it is stored. */
  readonly bytes: number;
  /** Base64 of pictures, sound and files. */
  readonly mediaBytes: number;
  /** With media. */
  readonly storedBytes: number;
  readonly chunks: number;
  /** Values in the JSON of a whole answer, or of one chunk. */
  readonly values: number;
}

interface Bounded {
  /** Candidates per token that the buyer requested. */
  readonly candidates: number;
  readonly streamed: boolean;
  /** Tokens that may be generated and are paid for, of all choices together. */
  readonly reservedTokens: number;
}

export interface AnswerLimits {
  readonly ANSWER_LIMIT_BYTES: number;
  readonly ANSWER_MEDIA_BYTES: number;
}

export function boundsOf(
  { candidates, streamed, reservedTokens }: Bounded,
  { ANSWER_LIMIT_BYTES: limitBytes, ANSWER_MEDIA_BYTES: mediaBytes }: AnswerLimits,
): AnswerBounds {
  const reserved = Math.max(0, reservedTokens);
  const tokens = Math.max(reserved + BEYOND, TOKENS_FACTOR * reserved);
  const bytesPerToken =
    (streamed ? STREAMED_BYTES_PER_TOKEN : WHOLE_BYTES_PER_TOKEN) +
    candidates * BYTES_PER_CANDIDATE;
  const valuesPerToken = VALUES_PER_TOKEN + candidates * VALUES_PER_CANDIDATE;
  const bytesMax = Math.min(limitBytes, streamed ? REMEMBERED_BYTES_MAX : WHOLE_BYTES_MAX);
  const bytes = Math.min(bytesMax, FLOOR_BYTES + tokens * bytesPerToken);
  return {
    tokens,
    sayings: CHUNKS_FACTOR * reserved + BEYOND,
    bytes,
    mediaBytes,
    storedBytes: Math.min(REMEMBERED_BYTES_MAX, bytes + mediaBytes),
    chunks: Math.min(CHUNKS_MAX, FLOOR_CHUNKS + tokens * CHUNKS_PER_TOKEN),
    values: Math.min(VALUES_MAX, FLOOR_VALUES + tokens * valuesPerToken),
  };
}
