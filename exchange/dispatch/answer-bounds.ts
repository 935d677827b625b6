/**
 * What an answer may take of this machine, by what was reserved for it. A seller whose answer is
 * larger costs others memory and time, whatever the answer says.
 */
/** Beyond the reservation a stream may go by a tenth or by so many tokens: tokenizers differ. */
const BEYOND_TOKENS = 64;
const BEYOND_SHARE = 10;

/** An answer with few tokens may still hold findings, citations and what else stands beside its text. */
const FLOOR_BYTES = 256 * 1024;
/** Of text, in JSON: words of several letters, or one sign that is escaped. */
const WHOLE_BYTES_PER_TOKEN = 128;
/** A chunk of one token repeats the envelope, and with some sellers findings, usage and padding. */
const STREAMED_BYTES_PER_TOKEN = 1_024;
/** One candidate in the log probabilities: its text, its bytes, its value. */
const BYTES_PER_CANDIDATE = 192;
/** A record of MongoDB holds 16 MiB: whatever is configured, an answer and what is put beside it fit in. */
const REMEMBERED_BYTES_MAX = 12_000_000;
/** A whole answer is parsed at once, and nothing else happens in this process meanwhile. */
const WHOLE_BYTES_MAX = 4_000_000;

/** Values of JSON: members and elements. Numbers grow when they are written again, to 25 characters at most. */
const FLOOR_VALUES = 16_384;
const VALUES_PER_TOKEN = 8;
const VALUES_PER_CANDIDATE = 24;
const VALUES_MAX = 200_000;

/** Chunks that carry no token of their own: roles, ends, findings. */
const FLOOR_CHUNKS = 1_024;
const CHUNKS_PER_TOKEN = 2;
/** Each chunk costs the answer channel more than its text: an honest answer fills its chunks better. */
const CHUNKS_MAX = 50_000;

export interface AnswerBounds {
  /** Generated tokens after which a stream is ended. */
  readonly tokens: number;
  /** As the seller sends it, and as it is remembered. */
  readonly bytes: number;
  readonly chunks: number;
  /** Values in the JSON of a whole answer, or of one chunk. */
  readonly values: number;
}

interface Bounded {
  /** Candidates per token that the buyer asked to be told of. */
  readonly candidates: number;
  readonly streamed: boolean;
  /** Tokens that may be generated and are paid for, of all choices together. */
  readonly reservedTokens: number;
}

export function boundsOf(
  { candidates, streamed, reservedTokens }: Bounded,
  limitBytes: number,
): AnswerBounds {
  const beyond = Math.max(BEYOND_TOKENS, Math.floor(reservedTokens / BEYOND_SHARE));
  const tokens = Math.max(0, reservedTokens) + beyond;
  const bytesPerToken =
    (streamed ? STREAMED_BYTES_PER_TOKEN : WHOLE_BYTES_PER_TOKEN) +
    candidates * BYTES_PER_CANDIDATE;
  const valuesPerToken = VALUES_PER_TOKEN + candidates * VALUES_PER_CANDIDATE;
  const bytesMax = Math.min(limitBytes, streamed ? REMEMBERED_BYTES_MAX : WHOLE_BYTES_MAX);
  return {
    tokens,
    bytes: Math.min(bytesMax, FLOOR_BYTES + tokens * bytesPerToken),
    chunks: Math.min(CHUNKS_MAX, FLOOR_CHUNKS + tokens * CHUNKS_PER_TOKEN),
    values: Math.min(VALUES_MAX, FLOOR_VALUES + tokens * valuesPerToken),
  };
}
