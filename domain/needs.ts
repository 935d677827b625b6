/**
 * What a request needs of the seller that serves it, and what a seller lacks of that (MATCH-16). A
 * need that a seller says nothing about is not lacking, unless the buyer wants it declared.
 */
import type { DeclaredModel } from './declared-models';
import { type JsonObject, isObject } from './json-object';

/** What the body says; it holds nothing of the prompt. */
export interface RequestNeeds {
  /** Names of `features`. */
  readonly features: readonly string[];
  /** Besides text. */
  readonly inputModalities: readonly string[];
  /** Besides text. */
  readonly outputModalities: readonly string[];
  /** The cap of one choice; null without one. */
  readonly outputTokens: number | null;
  /** What the buyer wants to be declared; absent for nothing. */
  readonly declared?: DeclaredNeeds;
}

/** Plain JSON: it is part of a bid. */
export interface Needs extends RequestNeeds {
  /** The prompt as counted, and the cap of one choice. */
  readonly contextTokens: number;
}

/** Of these an undeclared one is lacking. */
export interface DeclaredNeeds {
  /** One of these. */
  readonly quantizations?: readonly string[];
  /** Prompts are not kept after the answer. */
  readonly noRetention?: boolean;
  /** Models are not trained on prompts. */
  readonly noTraining?: boolean;
  /** All that the request uses. */
  readonly everything?: boolean;
}

/** Parts of a message by what they contain. */
const PARTS = new Map(
  Object.entries({
    image_url: 'image',
    input_image: 'image',
    input_audio: 'audio',
    audio_url: 'audio',
    file: 'file',
    input_file: 'file',
    video_url: 'video',
    input_video: 'video',
  }),
);

/** Other names of a feature in declarations, and what includes it. */
const INCLUDED_IN = new Map(
  Object.entries({
    json_schema: ['structured_outputs'],
    json_mode: ['json_schema', 'structured_outputs'],
  }),
);

/** @param request the body of a chat completion */
export function needsOf(request: JsonObject): RequestNeeds {
  return {
    features: featuresOf(request),
    inputModalities: inputsOf(request['messages']),
    outputModalities: textsIn(request['modalities']).filter((name) => name !== 'text'),
    outputTokens: wholeNumber(request['max_completion_tokens'] ?? request['max_tokens']),
  };
}

/** With the length of the prompt, as the instrument counts it. */
export function inContext(needs: RequestNeeds, countedPromptTokens: number): Needs {
  return { ...needs, contextTokens: countedPromptTokens + (needs.outputTokens ?? 1) };
}

function featuresOf(request: JsonObject): string[] {
  const format = request['response_format'];
  const type = isObject(format) ? format['type'] : undefined;
  const uses: Readonly<Record<string, boolean>> = {
    tools: isFilled(request['tools']) || isFilled(request['functions']),
    json_mode: type === 'json_object',
    json_schema: type === 'json_schema',
    logprobs: request['logprobs'] === true,
    n: (wholeNumber(request['n']) ?? 1) > 1,
  };
  return Object.keys(uses).filter((name) => uses[name]);
}

function inputsOf(messages: unknown): string[] {
  const found = new Set<string>();
  for (const message of listOf(messages)) {
    for (const part of listOf(isObject(message) ? message['content'] : null)) {
      const type = isObject(part) ? part['type'] : null;
      const input = typeof type === 'string' ? PARTS.get(type) : undefined;
      if (input !== undefined) found.add(input);
    }
  }
  return [...found].sort();
}

/**
 * The needs of which this seller lacks something, by name: features, `image_input`, `audio_output`,
 * `context_window`, `max_output_tokens`, `quantization`, `data_policy`. Empty when it may serve.
 */
export function lackOf(declared: DeclaredModel | undefined, needs: Needs): string[] {
  const isStrict = needs.declared?.everything === true;
  const lacksAmong = (given: readonly string[] | null | undefined, wanted: readonly string[]) =>
    wanted.filter((name) => (given ? !includes(given, name) : isStrict));
  const isBeyond = (limit: number | null | undefined, wanted: number | null) =>
    wanted !== null && (limit ? wanted > limit : isStrict);
  return [
    ...lacksAmong(declared?.features, needs.features),
    ...lacksAmong(declared?.inputModalities, needs.inputModalities).map((of) => `${of}_input`),
    ...lacksAmong(declared?.outputModalities, needs.outputModalities).map((of) => `${of}_output`),
    ...(isBeyond(declared?.contextWindow, needs.contextTokens) ? ['context_window'] : []),
    ...(isBeyond(declared?.maxOutputTokens, needs.outputTokens) ? ['max_output_tokens'] : []),
    ...lackOfDeclared(declared, needs.declared),
  ];
}

/** Whether a seller that declares nothing may lack something. */
export function needsDeclaration({ declared }: Needs): boolean {
  return declared?.everything === true || lackOfDeclared(undefined, declared).length > 0;
}

function lackOfDeclared(
  declared: DeclaredModel | undefined,
  wanted: DeclaredNeeds | undefined,
): string[] {
  const { quantizations, noRetention, noTraining } = wanted ?? {};
  const { retainsPrompts, trains } = declared?.dataPolicy ?? {};
  const isOther = quantizations && !quantizations.includes(declared?.quantization ?? 'unknown');
  const isOpen = (noRetention && retainsPrompts !== false) || (noTraining && trains !== false);
  return [...(isOther ? ['quantization'] : []), ...(isOpen ? ['data_policy'] : [])];
}

function includes(given: readonly string[], name: string): boolean {
  return [name, ...(INCLUDED_IN.get(name) ?? [])].some((one) => given.includes(one));
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isFilled(value: unknown): boolean {
  return listOf(value).length > 0;
}

function textsIn(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string');
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null;
}
