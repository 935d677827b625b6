/** What is written in the playground, and the request that it makes of it. */
import { type ChatBody, type ChatMessage } from './chat-stream';
import { perThousandOf, priceError } from '../design/price-field';
import { tokensOf } from '../design/quantity-field';

export interface Draft {
  /** Null until somebody chooses one. */
  readonly model: string | null;
  readonly system: string;
  readonly message: string;
  /** Null until somebody writes one. */
  readonly price: string | null;
  readonly cap: string;
  readonly region: string;
  /** The turn that the message takes the place of, with those after it. */
  readonly replaces: string | null;
}

export const FIRST_DRAFT: Draft = {
  model: null,
  system: '',
  message: 'Explain an order book in three sentences.',
  price: null,
  cap: '256',
  region: '',
  replaces: null,
};

/** What a chat template adds to each message, and to the whole. */
const TOKENS_AROUND_MESSAGE = 4;
const TOKENS_AROUND_ALL = 3;
/** By default the exchange reserves so much more than it counts. */
const MARGIN_PERCENT = 10;

interface Spoken {
  readonly prompt: string;
  readonly text: string;
}

interface Asked extends Draft {
  readonly model: string;
  readonly price: string;
}

/** @returns null while a field is not valid */
export function bodyOf(draft: Asked, turns: readonly Spoken[]): ChatBody | null {
  const { model, system, message, price, cap, region } = draft;
  const tokens = tokensOf(cap);
  if (!model || message.trim() === '') return null;
  if (price !== '' && priceError(price) !== null) return null;
  if (cap !== '' && tokens === null) return null;
  const maxPrice = perThousandOf(price);
  return {
    model,
    messages: [
      ...(system.trim() === '' ? [] : [{ role: 'system' as const, content: system }]),
      ...turns.flatMap(messagesOf),
      { role: 'user', content: message },
    ],
    stream: true,
    ...(maxPrice === null ? {} : { max_price: maxPrice }),
    ...(tokens === null ? {} : { max_tokens: tokens }),
    ...(region === '' ? {} : { region }),
  };
}

/** A message without an answer is not repeated. */
function messagesOf({ prompt, text }: Spoken): ChatMessage[] {
  if (text === '') return [];
  return [
    { role: 'user', content: prompt },
    { role: 'assistant', content: text },
  ];
}

/** Tokens of a prompt at most, before the exchange counts: a token is a byte or more. */
export function promptTokens(messages: readonly ChatMessage[]): number {
  const bytes = new TextEncoder().encode(messages.map(({ content }) => content).join('')).length;
  const around = messages.length * TOKENS_AROUND_MESSAGE + TOKENS_AROUND_ALL;
  return Math.ceil(((bytes + around) * (100 + MARGIN_PERCENT)) / 100);
}
