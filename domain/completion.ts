/**
 * Reading what a seller answers: when a completion or a chunk is well-formed, what text it
 * delivers, and when a stream is complete (DISPATCH-6).
 * Nothing here trusts a type: every field was written by a stranger.
 */
import { hasMoreValues } from './json-values';
import { TokenMeter } from './token-meter';
import { readUsage, shownUsage, type ReportedUsage } from './usage';

export type JsonObject = Record<string, unknown>;

/** Deeper nesting than any completion needs; it would break code that walks the value. */
const NESTING_MAX = 64;

/** The `object` of every chunk of a stream. */
export const CHUNK = 'chat.completion.chunk';

/**
 * Parses JSON text that must be an object of sane depth; null when it is not.
 * @param valuesMax more values than this are not built
 */
export function parseJsonObject(text: string, valuesMax = Infinity): JsonObject | null {
  if (hasMoreValues(text, valuesMax)) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isObject(value) && !isDeeperThan(value, NESTING_MAX) ? value : null;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}

/** The seller's own words when it answers an error object, in a body or in a chunk. */
export function errorTextOf(value: JsonObject): string | null {
  const error = value['error'];
  if (error === undefined || error === null || error === false) return null;
  if (typeof error === 'string') return error;
  const message = isObject(error) ? error['message'] : value['message'];
  return typeof message === 'string' ? message : 'error without a message';
}

/** A chunk is well-formed when its `choices` is a list of objects. */
export function isChunk(value: JsonObject): boolean {
  return Array.isArray(value['choices']) && value['choices'].every(isObject);
}

/** What the envelope of every chunk repeats. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'provider',
  'service_tier',
  'system_fingerprint',
]);

/** Whether a well-formed chunk holds nothing but its envelope: no text, no end, no field of another kind. */
export function saysNothing(chunk: JsonObject): boolean {
  return Object.entries(chunk).every(
    ([name, value]) =>
      ENVELOPE.has(name) ||
      isNothing(value) ||
      (name === 'choices' && (value as JsonObject[]).every(isIdle)),
  );
}

function isIdle(choice: JsonObject): boolean {
  return Object.entries(choice).every(
    ([name, value]) =>
      name === 'index' ||
      isNothing(value) ||
      (name === 'delta' &&
        isObject(value) &&
        Object.entries(value).every(([field, said]) => field === 'role' || isNothing(said))),
  );
}

function isNothing(value: unknown): boolean {
  if (typeof value !== 'object') return value === undefined || value === '';
  return value === null || Object.keys(value).length === 0;
}

/** A completion is well-formed when it has at least one choice and every choice has a message. */
export function isCompletion(value: JsonObject): boolean {
  const choices = value['choices'];
  return (
    Array.isArray(choices) &&
    choices.length > 0 &&
    choices.every((choice) => isObject(choice) && isObject(choice['message']))
  );
}

/** The texts of a completion, ready to be counted. */
export function textsOfCompletion(completion: JsonObject): string[] {
  const texts: string[] = [];
  for (const choice of completion['choices'] as JsonObject[]) {
    eachText(0, choice['message'], (_field, text) => texts.push(text));
  }
  return texts;
}

/** A whole completion as the one chunk of a stream, readable by stream clients. */
export function chunkOfCompletion(completion: JsonObject): JsonObject {
  const choices = (completion['choices'] as JsonObject[]).map(
    ({ message, ...choice }, position) => ({
      ...choice,
      index: choice['index'] ?? position,
      delta: deltaOf(message as JsonObject),
      finish_reason: choice['finish_reason'] ?? 'stop',
    }),
  );
  return { ...completion, object: CHUNK, choices };
}

/** In a delta, tool calls carry the index under which a client gathers their pieces. */
function deltaOf(message: JsonObject): JsonObject {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return message;
  const indexed = calls.map((call: unknown, index) => (isObject(call) ? { index, ...call } : call));
  return { ...message, tool_calls: indexed };
}

const TEXT_FIELDS = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const;

/**
 * Gives every piece of generated text in a delta, or in a message, with the name of the text that
 * it continues: interleaved deltas are counted as they are read.
 */
function eachText(
  choice: number,
  delta: unknown,
  take: (field: string, piece: string) => void,
): void {
  if (!isObject(delta)) return;
  const takeText = (field: string, piece: unknown) => {
    if (typeof piece === 'string' && piece !== '') take(`${choice}.${field}`, piece);
  };
  const takeCall = (field: string, call: unknown) => {
    if (!isObject(call)) return;
    takeText(`${field}.name`, call['name']);
    takeText(`${field}.arguments`, call['arguments']);
  };
  for (const field of TEXT_FIELDS) takeText(field, delta[field]);
  takeCall('function', delta['function_call']);
  const calls = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : [];
  calls.forEach((call: unknown, position) => {
    if (!isObject(call)) return;
    const index = typeof call['index'] === 'number' ? call['index'] : position;
    takeCall(`tool.${index}`, call['function']);
  });
}

/** The texts that the well-formed chunks of a stream make up, one per choice and field. */
export function textsOfStream(chunks: readonly JsonObject[]): string[] {
  const texts = new Map<string, string>();
  for (const chunk of chunks) {
    eachDelta(chunk, (index, { delta }) =>
      eachText(index, delta, (field, piece) => texts.set(field, (texts.get(field) ?? '') + piece)),
    );
  }
  return [...texts.values()];
}

function eachDelta(chunk: JsonObject, take: (index: number, choice: JsonObject) => void): void {
  (chunk['choices'] as JsonObject[]).forEach((choice, position) => {
    take(typeof choice['index'] === 'number' ? choice['index'] : position, choice);
  });
}

/** What a stream has delivered so far. */
export class StreamProgress {
  chunks = 0;
  usage: ReportedUsage | null = null;
  finishReason: string | null = null;
  private envelope: JsonObject = {};
  private usageShown: object | null = null;
  /** Of the text that was generated. */
  readonly tokens = new TokenMeter();
  private readonly seen = new Set<number>();
  private readonly finished = new Set<number>();

  /** @param choices how many the buyer asked for (`n`) */
  constructor(private readonly choices: number) {}

  /** Notes a well-formed chunk that was given to the buyer, or whose usage was kept for the end. */
  note(chunk: JsonObject): void {
    if (this.chunks === 0 || this.isUsageOnly(chunk)) this.envelope = envelopeOf(chunk);
    this.chunks += 1;
    this.usage = readUsage(chunk['usage']) ?? this.usage;
    this.usageShown = shownUsage(chunk['usage']) ?? this.usageShown;
    eachDelta(chunk, (index, choice) => {
      this.seen.add(index);
      eachText(index, choice['delta'], (field, piece) => this.tokens.add(field, piece));
      if (typeof choice['finish_reason'] === 'string') {
        this.finished.add(index);
        this.finishReason = choice['finish_reason'];
      }
    });
  }

  /** The chunk that only carries the usage: its content goes into our own last chunk. */
  isUsageOnly(chunk: JsonObject): boolean {
    return (chunk['choices'] as unknown[]).length === 0 && isObject(chunk['usage']);
  }

  /** What a last chunk of our own begins with: the envelope without choices, the usage if it was reported. */
  get closing(): JsonObject {
    const usage = this.usageShown;
    return { ...this.envelope, choices: [], ...(usage ? { usage } : {}) };
  }

  /** Every choice that was begun has its `finish_reason`. */
  get complete(): boolean {
    return this.finished.size > 0 && this.finished.size === this.seen.size;
  }

  /** Complete, and no further choice can come. */
  get exhausted(): boolean {
    return this.complete && this.finished.size >= this.choices;
  }

  /** Choices that were begun and have no `finish_reason`. */
  get unfinished(): number[] {
    return [...this.seen].filter((index) => !this.finished.has(index));
  }
}

/** A chunk's `id`, `created`, `model` and what else stands beside its choices. */
export function envelopeOf(chunk: JsonObject): JsonObject {
  const { choices: _choices, usage: _usage, fill: _fill, ...envelope } = chunk;
  return { ...envelope, object: CHUNK };
}
