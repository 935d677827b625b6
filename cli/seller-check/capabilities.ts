/**
 * What an endpoint can do beyond a plain chat, by asking: tools, JSON, pictures, several answers,
 * log probabilities, long silence. What it cannot do is no fault: it is what it would not declare.
 */
import { randomUUID } from 'node:crypto';
import { isAnswered } from '../../domain/answers/errors';
import { textsOf } from '../../domain/answers/texts';
import { type Fault, readReply, refused } from '../../domain/endpoint-check/replies';
import type { Outcome } from '../../domain/endpoint-check/question';
import { isObject, type JsonObject, objectsIn, parseJsonObject } from '../../domain/json-object';

/** Enough for a model that thinks before it answers. */
const MAX_TOKENS = 1_024;
/** A red square of 32 by 32 pixels: some models refuse smaller ones. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC';
const TOOL = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
  additionalProperties: false,
};

export interface Capability {
  readonly check: string;
  /** What it is called in a declaration, when it can. */
  readonly feature: string | null;
  readonly status: 'yes' | 'no' | 'ok' | 'warn';
  readonly found: string;
  readonly remedy: string | null;
}

export interface Timed {
  readonly outcome: Outcome;
  /** The longest time without a byte. */
  readonly silenceMs: number;
}

type Ask = (members: JsonObject, idempotencyKey: string) => Promise<Timed>;

interface Question {
  readonly check: string;
  readonly feature: string;
  readonly members: JsonObject;
  /** What is missing in an answer that came; null when it has all. */
  readonly lack: (answer: JsonObject) => string | null;
  readonly remedy: string;
}

const say = (content: unknown) => ({
  messages: [{ role: 'user', content }],
  max_tokens: MAX_TOKENS,
});

const QUESTIONS: readonly Question[] = [
  {
    check: 'tools',
    feature: 'tools',
    members: {
      ...say('What is the weather in Paris? Use the tool.'),
      tools: [TOOL],
      tool_choice: 'auto',
    },
    lack: (answer) => (calledTool(answer) ? null : 'answers without calling the tool'),
    remedy:
      'vLLM: --enable-auto-tool-choice --tool-call-parser <parser>; SGLang: --tool-call-parser <parser>; llama.cpp: --jinja.',
  },
  {
    check: 'JSON schema',
    feature: 'json_schema',
    members: {
      ...say('Answer yes.'),
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: true,
          schema: SCHEMA,
        },
      },
    },
    lack: (answer) => (fitsSchema(answer) ? null : 'answers something else than the schema'),
    remedy: 'Requests with a response_format go to sellers that can.',
  },
  {
    check: 'pictures',
    feature: 'image',
    members: say([
      {
        type: 'text',
        text: 'Which colour is this?',
      },
      {
        type: 'image_url',
        image_url: { url: PICTURE },
      },
    ]),
    lack: (answer) => (textsOf([answer]).length > 0 ? null : 'says nothing about the picture'),
    remedy: 'A model of text only: requests with pictures go to sellers that can.',
  },
  {
    check: 'several answers',
    feature: 'n',
    members: {
      ...say('Answer with one word.'),
      n: 2,
    },
    lack: ({ choices }) => (objectsIn(choices).length === 2 ? null : 'gives one answer for n = 2'),
    remedy: 'Requests with n above 1 go to sellers that can.',
  },
  {
    check: 'JSON mode',
    feature: 'json_mode',
    members: {
      ...say('Answer with the JSON object {"answer": "yes"}.'),
      response_format: { type: 'json_object' },
    },
    lack: (answer) => (contentsOf(answer).some(isJson) ? null : 'answers something else than JSON'),
    remedy: 'Requests with a response_format go to sellers that can.',
  },
  {
    check: 'log probabilities',
    feature: 'logprobs',
    members: {
      ...say('Answer with one word.'),
      logprobs: true,
    },
    lack: ({ choices }) =>
      objectsIn(choices).some(({ logprobs }) => isObject(logprobs)) ? null : 'gives none',
    remedy: 'Requests with logprobs go to sellers that can.',
  },
];

export async function capabilitiesOf(ask: Ask): Promise<Capability[]> {
  const found: Capability[] = [];
  let silenceMs = 0;
  for (const { check, feature, members, lack, remedy } of QUESTIONS) {
    const timed = await ask(members, randomUUID());
    silenceMs = Math.max(silenceMs, timed.silenceMs);
    const finding = outcomeOf(timed.outcome, lack, remedy);
    found.push({ check, feature: finding.status === 'yes' ? feature : null, ...finding });
  }
  return [...found, silenceOf(silenceMs)];
}

type Finding = Omit<Capability, 'check' | 'feature'>;

function outcomeOf(outcome: Outcome, lack: Question['lack'], remedy: string): Finding {
  const broken = brokenBy(outcome);
  if (broken) return { status: 'no', found: broken.found, remedy };
  const answer = 'failure' in outcome ? null : parseJsonObject(outcome.text);
  const missing = answer ? lack(answer) : 'the answer is not JSON';
  return missing === null
    ? { status: 'yes', found: 'as it should be', remedy: null }
    : { status: 'no', found: missing, remedy };
}

function brokenBy(outcome: Outcome): Fault | null {
  if (!('failure' in outcome) && !isAnswered(outcome.status)) return refused(outcome);
  return readReply(outcome, false).broken;
}

function calledTool({ choices }: JsonObject): boolean {
  return objectsIn(choices).some(({ message }) => {
    const [call] = objectsIn((message as JsonObject | undefined)?.['tool_calls']);
    const called = call?.['function'] as JsonObject | undefined;
    const args = called?.['arguments'];
    const given = typeof args === 'string' ? parseJsonObject(args) : args;
    return called?.['name'] === TOOL.function.name && Boolean(given);
  });
}

function fitsSchema(answer: JsonObject): boolean {
  return contentsOf(answer).some((content) => {
    const value = parseJsonObject(content);
    return typeof value?.['answer'] === 'string' && Object.keys(value).length === 1;
  });
}

function isJson(content: string): boolean {
  return parseJsonObject(content) !== null;
}

function contentsOf({ choices }: JsonObject): string[] {
  const contents = objectsIn(choices).map(({ message }) => isObject(message) && message['content']);
  return contents.filter((content) => typeof content === 'string');
}

/** The exchange asks another seller after 15 s without a byte. */
const SILENCE_MAX_MS = 15_000;

function silenceOf(silenceMs: number): Capability {
  const check = 'long silence';
  const found = `at most ${(silenceMs / 1_000).toFixed(1)} s without a byte`;
  if (silenceMs < SILENCE_MAX_MS)
    return { check, feature: null, status: 'ok', found, remedy: null };
  return {
    check,
    feature: null,
    status: 'warn',
    found,
    remedy:
      'Send a comment or white space while it takes long: the exchange waits 15 s without a byte.',
  };
}
