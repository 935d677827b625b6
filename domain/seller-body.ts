/**
 * The body for a seller, made in two steps: the common part when the request arrives, and the
 * seller's spelling of the model for each seller. The second step copies bytes without parsing, so
 * its cost per byte is small.
 */
import { type JsonMember, membersOf } from './json-members';

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
}

/** JSON text of an object that starts with the model. */
export interface PreparedBody extends BodyLayout {
  readonly bytes: Uint8Array;
}

const CANDIDATES_MAX = 20;

/**
 * The body as written, without our own fields. A stream always asks for usage: by whose count a
 * buyer pays is not the buyer's choice. Everything else keeps its spelling, including numbers.
 * @param text JSON of an object
 */
export function prepareBody(text: string): PreparedBody {
  const members = membersOf(text);
  const valueOf = (wanted: string) =>
    members.find(({ name }) => name === wanted)?.value.trim() ?? 'null';
  const isCapped = valueOf('max_tokens') !== 'null' || valueOf('max_completion_tokens') !== 'null';
  const isStreamed = valueOf('stream') === 'true';
  const left = new Set([
    ...OWN_FIELDS,
    'model',
    // Without a cap each dispatch writes its own.
    ...(isCapped ? [] : ['max_tokens']),
    ...(isStreamed ? ['stream_options'] : []),
  ]);
  const kept = members.filter(({ name }) => !left.has(name)).map((member) => member.text);
  if (isStreamed) kept.push(`"stream_options":${withUsage(valueOf('stream_options'))}`);
  const start = `{"model":${valueOf('model')}`;
  return {
    bytes: Buffer.from([start, ...kept].join(',').concat('}')),
    restAt: Buffer.byteLength(start),
    candidates: candidatesOf(valueOf('logprobs'), valueOf('top_logprobs')),
  };
}

/** @param options JSON text of any value; another than an object is the seller's to refuse */
function withUsage(options: string): string {
  if (options !== 'null' && !options.startsWith('{')) return options;
  const others = options === 'null' ? [] : membersOf(options);
  const kept = others.filter(({ name }) => name !== 'include_usage').map(({ text }) => text);
  return `{${[...kept, '"include_usage":true'].join(',')}}`;
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
  const cap = maxTokens === null ? '' : `,"max_tokens":${Math.max(1, maxTokens)}`;
  const start = Buffer.from(`{"model":${JSON.stringify(model)}${cap}`);
  return Buffer.concat([start, bytes.subarray(restAt)]);
}

/**
 * The body as above without the members that the exchange added, for sellers that refuse them: the
 * cap as `max_completion_tokens`, and `stream_options` without `include_usage`.
 * @returns null when the exchange added nothing
 */
export function bodyWithoutAdditions(
  { bytes, restAt }: PreparedBody,
  model: string,
  maxTokens: number | null,
): Buffer | null {
  const rest = Buffer.from(bytes.subarray(restAt)).toString();
  const members = membersOf(`{${rest.replace(/^,/, '')}`);
  const isOptions = ({ name }: JsonMember) => name === 'stream_options';
  const options = members.find(isOptions);
  if (maxTokens === null && !options) return null;
  const kept = members.filter((member) => !isOptions(member)).map(({ text }) => text);
  const others = membersOf(options?.value ?? '{}').filter(({ name }) => name !== 'include_usage');
  if (others.length > 0) {
    kept.push(`"stream_options":{${others.map(({ text }) => text).join(',')}}`);
  }
  if (maxTokens !== null) kept.push(`"max_completion_tokens":${Math.max(1, maxTokens)}`);
  return Buffer.from(`{"model":${[JSON.stringify(model), ...kept].join(',')}}`);
}
