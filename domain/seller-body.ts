/**
 * The body for a seller, made in two steps: the common part when the request arrives, and the
 * seller's spelling of the model for each seller. The second step copies bytes without parsing, so
 * its cost per byte is small.
 */
import { membersOf } from './json-members';

/** Fields of the buyer's request that are for the exchange only. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'max_price',
  'region',
  'venue_pin',
  'provider',
  'models',
  'session_id',
]);

/** Properties of a prepared body, so that it need not be parsed again. */
export interface BodyLayout {
  /** The offset after the model: a comma, or the end of the object. */
  readonly restAt: number;
  /** Candidates per token that the buyer requested (`logprobs`). */
  readonly candidates: number;
  /**
   * The offset of the comma before the `stream_options` that ask for usage: the last member. Absent where
   * the exchange added none, and in older orders.
   */
  readonly optionsAt?: number;
  /** Whether it instructs a seller of test mode how to answer. */
  readonly isInstructed?: true;
}

/** JSON text of an object that starts with the model. */
export interface PreparedBody extends BodyLayout {
  readonly bytes: Uint8Array;
}

const CANDIDATES_MAX = 20;
const SEPARATOR = Buffer.from(',');
/** How the last member of a streamed body begins. */
const OPTIONS = ',"stream_options":';

/**
 * The body as written, without our own fields. A stream always asks for usage: by whose count a
 * buyer pays is not the buyer's choice. Everything else keeps its spelling, including numbers.
 * @param json UTF-8 of an object
 */
export function prepareBody(json: Uint8Array): PreparedBody {
  const members = membersOf(json);
  const valueOf = (wanted: string) =>
    members
      .find(({ name }) => name === wanted)
      ?.value.toString()
      .trim() ?? 'null';
  const isCapped = valueOf('max_tokens') !== 'null' || valueOf('max_completion_tokens') !== 'null';
  const isStreamed = valueOf('stream') === 'true';
  const left = new Set([
    ...OWN_FIELDS,
    'model',
    // Without a cap each dispatch writes its own.
    ...(isCapped ? [] : ['max_tokens', 'max_completion_tokens']),
    ...(isStreamed ? ['stream_options'] : []),
  ]);
  const kept = members.filter(({ name }) => !left.has(name)).map((member) => member.text);
  const stated = valueOf('stream_options');
  const start = Buffer.from(`{"model":${valueOf('model')}`);
  const end = Buffer.from(isStreamed ? `${OPTIONS}${withUsage(stated)}}` : '}');
  const bytes = Buffer.concat([start, ...kept.flatMap((text) => [SEPARATOR, text]), end]);
  return {
    bytes,
    restAt: start.length,
    candidates: candidatesOf(valueOf('logprobs'), valueOf('top_logprobs')),
    ...(isStreamed && isOptions(stated) ? { optionsAt: bytes.length - end.length } : {}),
  };
}

/** Another value is the seller's to refuse. */
function isOptions(value: string): boolean {
  return value === 'null' || value.startsWith('{');
}

/** @param options JSON text of any value */
function withUsage(options: string): string {
  if (!isOptions(options)) return options;
  return `{${[...besidesUsage(options), '"include_usage":true'].join(',')}}`;
}

/** @param options JSON text of an object, or null */
function besidesUsage(options: string): string[] {
  const members = options === 'null' ? [] : membersOf(Buffer.from(options));
  return members.filter(({ name }) => name !== 'include_usage').map(({ text }) => text.toString());
}

function candidatesOf(logprobs: string, topLogprobs: string): number {
  if (logprobs !== 'true') return 0;
  const others: unknown = JSON.parse(topLogprobs);
  return 1 + Math.min(typeof others === 'number' && others > 0 ? others : 0, CANDIDATES_MAX);
}

/**
 * @param maxTokens the reserved size minus the prompt, per choice; null when the buyer stated a cap
 */
export function bodyForSeller(
  { bytes, restAt }: PreparedBody,
  model: string,
  maxTokens: number | null,
): Buffer {
  return Buffer.concat([startOf(model, 'max_tokens', maxTokens), bytes.subarray(restAt)]);
}

/**
 * The body as above without the members that the exchange added, for sellers that refuse them: the
 * cap as `max_completion_tokens`, and `stream_options` without `include_usage`.
 * @returns null when the exchange added nothing
 */
export function bodyWithoutAdditions(
  { bytes, restAt, optionsAt }: PreparedBody,
  model: string,
  maxTokens: number | null,
): Buffer | null {
  if (maxTokens === null && optionsAt === undefined) return null;
  const end = bytes.length - 1;
  const options = Buffer.from(bytes.subarray(optionsAt ?? end, end)).toString();
  const stated = besidesUsage(options.slice(OPTIONS.length) || 'null');
  return Buffer.concat([
    startOf(model, 'max_completion_tokens', maxTokens),
    bytes.subarray(restAt, optionsAt ?? end),
    Buffer.from(stated.length > 0 ? `${OPTIONS}{${stated.join(',')}}}` : '}'),
  ]);
}

function startOf(model: string, capName: string, maxTokens: number | null): Buffer {
  const cap = maxTokens === null ? '' : `,"${capName}":${Math.max(1, maxTokens)}`;
  return Buffer.from(`{"model":${JSON.stringify(model)}${cap}`);
}
