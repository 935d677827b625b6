/**
 * Reads sellers' answers: whether a completion or a chunk is well-formed, its text, and whether a
 * stream is complete (DISPATCH-6). All fields are untrusted input of any type.
 */
import { hasMoreValues } from './json-values';
import { TokenMeter } from './token-meter';
import { readUsage, shownUsage, type ReportedUsage } from './usage';

export type JsonObject = Record<string, unknown>;

/** Deeper nesting than any completion needs; it would overflow recursive code. */
const NESTING_MAX = 64;

/** The `object` of every chunk of a stream. */
export const CHUNK = 'chat.completion.chunk';

/**
 * Parses JSON text that must be an object of limited depth; null otherwise.
 * @param valuesMax texts with more values are not parsed
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

/** The seller's message in an error object, in a body or in a chunk. */
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

/** Envelope fields, which every chunk repeats. */
const ENVELOPE: ReadonlySet<string> = new Set([
  'id',
  'object',
  'created',
  'model',
  'provider',
  'service_tier',
  'system_fingerprint',
]);

/** Whether a well-formed chunk contains only its envelope: no text, no end, no other field. */
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

/** The texts of a completion, to be counted. */
export function textsOfCompletion(completion: JsonObject): string[] {
  const texts: string[] = [];
  for (const choice of completion['choices'] as JsonObject[]) {
    eachText(0, choice['message'], (_field, text) => texts.push(text));
  }
  return texts;
}

/** A whole completion as a single stream chunk, for stream clients. */
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

/** In a delta, tool calls have the index by which a client assembles their pieces. */
function deltaOf(message: JsonObject): JsonObject {
  const calls = message['tool_calls'];
  if (!Array.isArray(calls)) return message;
  const indexed = calls.map((call: unknown, index) => (isObject(call) ? { index, ...call } : call));
  return { ...message, tool_calls: indexed };
}

const TEXT_FIELDS = ['content', 'reasoning_content', 'reasoning', 'refusal'] as const;

/**
 * Yields every piece of generated text in a delta or message, with the name of the text that it
 * continues, so that interleaved deltas are counted separately.
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

/** The texts assembled from the well-formed chunks of a stream, one per choice and field. */
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

/** The progress of a stream. */
export class StreamProgress {
  chunks = 0;
  usage: ReportedUsage | null = null;
  finishReason: string | null = null;
  private envelope: JsonObject = {};
  private usageShown: object | null = null;
  /** Counts the generated text. */
  readonly tokens = new TokenMeter();
  private readonly seen = new Set<number>();
  private readonly finished = new Set<number>();

  /** @param choices requested number (`n`) */
  constructor(private readonly choices: number) {}

  /**
   * Records a well-formed chunk that was relayed to the buyer, or whose usage was retained for the
   * end.
   */
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

  /** Whether the chunk has usage only: its content goes into our own last chunk. */
  isUsageOnly(chunk: JsonObject): boolean {
    return (chunk['choices'] as unknown[]).length === 0 && isObject(chunk['usage']);
  }

  /**
   * The start of our own last chunk: the envelope without choices, and the reported usage, if any.
   */
  get closing(): JsonObject {
    const usage = this.usageShown;
    return { ...this.envelope, choices: [], ...(usage ? { usage } : {}) };
  }

  /** Whether every started choice has its `finish_reason`. */
  get complete(): boolean {
    return this.finished.size > 0 && this.finished.size === this.seen.size;
  }

  /** Complete, and no further choice can start. */
  get exhausted(): boolean {
    return this.complete && this.finished.size >= this.choices;
  }

  /** Started choices without a `finish_reason`. */
  get unfinished(): number[] {
    return [...this.seen].filter((index) => !this.finished.has(index));
  }
}

/** A chunk's `id`, `created`, `model` and its other fields apart from the choices. */
export function envelopeOf(chunk: JsonObject): JsonObject {
  const { choices: _choices, usage: _usage, fill: _fill, ...envelope } = chunk;
  return { ...envelope, object: CHUNK };
}
