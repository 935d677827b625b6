/**
 * What a seller of a simulation answers: the parts in which its answer arrives, and its end. The
 * text is one token a word, so that everybody counts the same.
 */
import type { Random } from '../support/random';

export const MANNERS = [
  'honest',
  'slow',
  /** A status that is its own failure. */
  'failing',
  /** It loses the connection before the first byte. */
  'dying',
  'throttling',
  /** It reports a thousand times what it generated. */
  'boasting',
  'refusing',
  /** It loses the connection in the middle of its answer. */
  'breaking',
  /** It ends a stream without a `finish_reason`, and a whole answer within its JSON. */
  'ending early',
  /** It stops in the middle of its answer, and the connection stays open. */
  'silent',
  /** It generates more than the request allows. */
  'exceeding',
  /** It answers a repeated key with another text. */
  'changing',
] as const;
export type Manner = (typeof MANNERS)[number];

export interface SellerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: readonly string[];
  readonly end: 'ended' | 'connection lost' | 'open';
}

export interface AskedAnswer {
  readonly model: string;
  readonly isStreamed: boolean;
  /** The cap of the request. */
  readonly tokensMax: number;
  /** How often the seller was asked under this key before. */
  readonly repetitions: number;
}

const PARTS_MAX = 5;
const BEYOND_TOKENS = 200;
/** Of the sellers' own count: the exchange counts the prompt itself. */
const PROMPT_TOKENS = 10;

export function answerOf(manner: Manner, asked: AskedAnswer, random: Random): SellerAnswer {
  switch (manner) {
    case 'failing':
      return json(500, { error: { message: 'no' } });
    case 'throttling':
      return json(429, {}, { 'retry-after': random.of(['', '1', '30']) });
    case 'refusing':
      return json(422, { error: { message: 'no', type: 'invalid_request_error' } });
    case 'dying':
      return { ...json(200, {}), parts: [], end: 'connection lost' };
    case 'breaking':
      return cut(generated(manner, asked, random), random, 'connection lost');
    case 'ending early':
      return cut(generated(manner, asked, random), random, 'ended');
    case 'silent':
      return cut(generated(manner, asked, random), random, 'open');
    case 'honest':
    case 'slow':
    case 'boasting':
    case 'exceeding':
    case 'changing':
      return generated(manner, asked, random);
  }
}

/** How long it waits before a part of its answer. */
export function pauseMs(manner: Manner, isFirst: boolean, random: Random): number {
  if (manner === 'slow') return random.between(100, isFirst ? 20_000 : 4_000);
  return isFirst ? 0 : random.of([0, 20, 400, 700]);
}

function generated(manner: Manner, asked: AskedAnswer, random: Random): SellerAnswer {
  const { isStreamed, tokensMax, model, repetitions } = asked;
  const isLong = manner === 'exceeding';
  const tokens = isLong ? tokensMax + BEYOND_TOKENS : random.between(0, tokensMax);
  const word = manner === 'changing' && repetitions > 0 ? ' other' : ' word';
  const reported = manner === 'boasting' ? tokens * 1_000 + 1_000 : tokens;
  const usage = {
    prompt_tokens: PROMPT_TOKENS,
    completion_tokens: reported,
    total_tokens: PROMPT_TOKENS + reported,
  };
  if (!isStreamed) {
    const message = { role: 'assistant', content: word.repeat(tokens) };
    return json(200, { model, choices: [{ index: 0, message, finish_reason: 'stop' }], usage });
  }
  const texts = piecesOf(word, tokens, random.between(1, PARTS_MAX));
  const chunks = [
    ...texts.map((content) => ({ choices: [{ index: 0, delta: { content } }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { choices: [], usage },
  ];
  const events = chunks.map((chunk) => `data: ${JSON.stringify({ ...chunk, model })}\n\n`);
  const parts = [...events.slice(0, -1), `${events.at(-1)}data: [DONE]\n\n`];
  return { status: 200, headers: { 'content-type': 'text/event-stream' }, parts, end: 'ended' };
}

function piecesOf(word: string, tokens: number, pieces: number): string[] {
  const each = Math.max(1, Math.ceil(tokens / pieces));
  const texts: string[] = [];
  for (let left = tokens; left > 0; left -= each) texts.push(word.repeat(Math.min(each, left)));
  return texts;
}

/** The first parts of an answer; of a single part its first half. */
function cut(answer: SellerAnswer, random: Random, end: SellerAnswer['end']): SellerAnswer {
  const [only, ...others] = answer.parts as [string, ...string[]];
  const kept = random.between(1, Math.max(1, others.length - 1));
  const parts = others.length > 0 ? answer.parts.slice(0, kept) : [only.slice(0, only.length / 2)];
  return { ...answer, parts, end };
}

function json(status: number, body: object, headers: Record<string, string> = {}): SellerAnswer {
  return {
    status,
    parts: [JSON.stringify(body)],
    end: 'ended',
    headers: {
      'content-type': 'application/json',
      ...headers,
    },
  };
}
