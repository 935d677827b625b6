/**
 * The body that a seller gets, made in two steps: as much as can be done when the request arrives,
 * and, for each seller that is asked, the model in that seller's spelling. The second step copies
 * bytes and reads none, however large the body is.
 */
import { membersOf } from './json-members';

/** Fields of the buyer's request that are ours and go no further. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['max_price', 'region', 'venue_pin']);

/** What is known of a prepared body without reading it again. */
export interface BodyLayout {
  /** Where the text goes on behind the model: a comma, or the end of the object. */
  readonly restAt: number;
  /** Candidates per token that the buyer asked to be told of (`logprobs`). */
  readonly candidates: number;
}

/** JSON text of an object that begins with the model. */
export interface PreparedBody extends BodyLayout {
  readonly bytes: Uint8Array;
}

const CANDIDATES_MAX = 20;

/**
 * The body as it was written, less our own fields, plus `stream_options` when the buyer streams and
 * gave none. Everything else keeps its spelling, numbers among it.
 * @param text JSON of an object
 */
export function prepareBody(text: string): PreparedBody {
  const members = membersOf(text);
  const valueOf = (wanted: string) =>
    members.find(({ name }) => name === wanted)?.value.trim() ?? 'null';
  const isCapped = valueOf('max_tokens') !== 'null' || valueOf('max_completion_tokens') !== 'null';
  const asksForUsage = valueOf('stream') === 'true' && valueOf('stream_options') === 'null';
  const left = new Set([
    ...OWN_FIELDS,
    'model',
    // Without a cap each dispatch writes its own.
    ...(isCapped ? [] : ['max_tokens']),
    ...(asksForUsage ? ['stream_options'] : []),
  ]);
  const kept = members.filter(({ name }) => !left.has(name)).map((member) => member.text);
  if (asksForUsage) kept.push('"stream_options":{"include_usage":true}');
  const start = `{"model":${valueOf('model')}`;
  return {
    bytes: Buffer.from([start, ...kept].join(',').concat('}')),
    restAt: Buffer.byteLength(start),
    candidates: candidatesOf(valueOf('logprobs'), valueOf('top_logprobs')),
  };
}

function candidatesOf(logprobs: string, topLogprobs: string): number {
  if (logprobs !== 'true') return 0;
  const others: unknown = JSON.parse(topLogprobs);
  return 1 + Math.min(typeof others === 'number' && others > 0 ? others : 0, CANDIDATES_MAX);
}

/** @param maxTokens the reserved size less the prompt, per choice; null when the buyer named a cap */
export function bodyForSeller(
  { bytes, restAt }: PreparedBody,
  model: string,
  maxTokens: number | null,
): Buffer {
  const cap = maxTokens === null ? '' : `,"max_tokens":${Math.max(1, maxTokens)}`;
  const start = Buffer.from(`{"model":${JSON.stringify(model)}${cap}`);
  return Buffer.concat([start, bytes.subarray(restAt)]);
}
