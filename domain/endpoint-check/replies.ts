/** What is right about a reply: each function returns what is wrong, or null. */
import type { Reply } from './question';

/** Of a text that the endpoint chose. */
const SHOWN_LENGTH_MAX = 120;

interface Usage {
  readonly prompt_tokens?: unknown;
  readonly completion_tokens?: unknown;
  readonly total_tokens?: unknown;
}

interface Choice {
  readonly message?: { readonly content?: unknown };
  readonly delta?: { readonly content?: unknown };
  readonly finish_reason?: unknown;
}

interface Body {
  readonly choices?: readonly Choice[];
  readonly usage?: Usage | null;
}

export function wrongCompletion({ status, text }: Reply): string | null {
  if (status !== 200) return refusalOf(status, text);
  const body = parsed(text);
  if (!body) return 'the answer is not JSON';
  const content = body.choices?.[0]?.message?.content;
  return typeof content === 'string' ? null : 'choices[0].message.content is missing';
}

export function wrongStream(reply: Reply): string | null {
  if (reply.status !== 200) return refusalOf(reply.status, reply.text);
  if (!reply.contentType.startsWith('text/event-stream')) {
    const found = reply.contentType.slice(0, SHOWN_LENGTH_MAX) || 'missing';
    return `content-type is ${found}, not text/event-stream`;
  }
  const chunks = chunksOf(reply);
  if (chunks.includes(null)) return 'an event is not JSON';
  const hasContent = chunks.some((chunk) => chunk?.choices?.[0]?.delta?.content);
  return hasContent ? null : 'no event has choices[0].delta.content';
}

export function wrongEnd(reply: Reply): string | null {
  const events = eventsOf(reply);
  const isFinished = chunksOf(reply).some((chunk) => chunk?.choices?.[0]?.finish_reason);
  if (!isFinished) return 'no event has a finish_reason';
  return events.at(-1) === '[DONE]' ? null : 'the last event is not [DONE]';
}

export function wrongUsage(reply: Reply, isStream: boolean): string | null {
  const usage = isStream
    ? chunksOf(reply).findLast((chunk) => chunk?.usage)?.usage
    : parsed(reply.text)?.usage;
  if (!usage) return `usage is missing${isStream ? ' in the stream' : ''}`;
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage;
  if (!isCount(prompt) || !isCount(completion)) {
    return 'prompt_tokens and completion_tokens must be whole numbers above zero';
  }
  return total === prompt + completion
    ? null
    : `total_tokens is ${String(total).slice(0, SHOWN_LENGTH_MAX)}, not ${prompt + completion}`;
}

function refusalOf(status: number, text: string): string {
  return text === '' ? `status ${status}` : `status ${status}: ${text.slice(0, SHOWN_LENGTH_MAX)}`;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function chunksOf(reply: Reply): (Body | null)[] {
  return eventsOf(reply)
    .filter((data) => data !== '[DONE]')
    .map(parsed);
}

function eventsOf({ text }: Reply): string[] {
  return text
    .split(/\r?\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim());
}

function parsed(text: string): Body | null {
  try {
    return JSON.parse(text) as Body;
  } catch {
    return null;
  }
}
