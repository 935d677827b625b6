/**
 * What is wrong about a reply, by the reader of answers that the exchange sells with: what it sells
 * is a warning at most.
 */
import { isAnswered, isError, reasonIn, wordsOf } from '../answers/errors';
import { EventReader } from '../answers/events';
import { isCompletion, isReadable } from '../answers/reader';
import { readAll } from '../answers/texts';
import { type JsonObject, parseJsonObject } from '../json-object';
import { plainText } from '../plain-text';
import type { Outcome, Reply } from './question';

export interface Fault {
  readonly status: 'warn' | 'fail';
  readonly found: string;
  readonly remedy: string;
}

type Read = ReturnType<typeof readAll>;

export interface ReadReply {
  /** Why it is not sold; null when it is. */
  readonly broken: Fault | null;
  readonly read: Read;
  readonly isStream: boolean;
  readonly hasDone: boolean;
  readonly contentType: string;
}

/** Of a text that the endpoint chose. */
const SHOWN_LENGTH_MAX = 120;
const DONE = '[DONE]';
const COMPLETION = 'Answer as OpenAI does: one JSON object with choices and usage.';
const EVENTS = 'With "stream": true, answer with server-sent events: one chunk in each data: line.';
const KEY =
  'It wants a key: the exchange sends the one that you register as "upstream_authorization". "tokenbook seller check" sends the one of --key-from.';
const NAME =
  'Does it know the model by this name? "upstream_model" in the registration is its own name of it; a server behind "tokenbook seller up" has it in --upstream-model.';

/** @param streamed whether a stream was asked for: a whole answer is sold as one then */
export function readReply(reply: Outcome, streamed: boolean): ReadReply {
  if ('failure' in reply) {
    return unread(failing(reply.failure, 'See why the server ended the request.'));
  }
  if (!isAnswered(reply.status)) return unread(refused(reply));
  const text = reply.text.replace(/^\uFEFF?(?:\s|:.*)*/, '');
  const isStream = streamed && !text.startsWith('{');
  const events = isStream ? eventsOf(text) : [text];
  const hasDone = events.includes(DONE);
  const values: JsonObject[] = [];
  for (const data of hasDone ? events.slice(0, events.indexOf(DONE)) : events) {
    if (isStream && !data.trimStart().startsWith('{')) continue; // a heartbeat
    const value = parseJsonObject(data);
    const fault = value ? faultIn(value, isStream) : failing('not JSON', EVENTS);
    if (fault)
      return unread(isStream || value ? fault : failing('the answer is not JSON', COMPLETION));
    values.push(value!);
  }
  const read = readAll(values);
  const { contentType } = reply;
  return { broken: null, read, isStream, hasDone, contentType };
}

/** A throttle and a failure say little of the model. */
export function refused({ status, text }: Reply): Fault {
  const said = plainText(wordsOf(text)).slice(0, SHOWN_LENGTH_MAX);
  const found = said === '' ? `status ${status}` : `status ${status}: ${said}`;
  if (status === 401 || status === 403) return failing(found, KEY);
  if (status === 404) return failing(found, NAME);
  if (status === 429) return failing(found, 'It is busy: repeat the check when it is idle.');
  return failing(found, status < 500 ? COMPLETION : 'Its log says why it fails.');
}

export function answerFault({ broken, read }: ReadReply): Fault | null {
  if (broken) return broken;
  if (read.texts.length > 0 || read.reader.mediaCharacters > 0) return null;
  return warning('says nothing', 'Buyers pay for their prompt alone then.');
}

export function streamFault({ broken, read, isStream, contentType }: ReadReply): Fault | null {
  if (broken) return broken;
  if (!isStream) return warning('one JSON body: buyers wait for all of it', EVENTS);
  if (read.texts.length === 0) return failing('no event has text', EVENTS);
  if (contentType.startsWith('text/event-stream')) return null;
  const found = plainText(contentType).slice(0, SHOWN_LENGTH_MAX) || 'missing';
  return warning(
    `content-type is ${found}`,
    'Declare text/event-stream: proxies may hold it back.',
  );
}

export function endFault({ broken, read, isStream, hasDone }: ReadReply): Fault | null {
  const remedy = 'End with a finish_reason and then "data: [DONE]".';
  if (broken) return broken;
  if (!isStream) return null;
  const { reader } = read;
  if (!reader.isFinished && !(hasDone && reader.hasSound)) {
    return failing('it ends without a finish_reason: it counts as cut off', remedy);
  }
  return hasDone ? null : warning('it ends without [DONE]', remedy);
}

export function usageFault({ broken, read, isStream }: ReadReply): Fault | null {
  if (broken) return broken;
  const { usage } = read.reader;
  const remedy = isStream
    ? 'Send usage in the last chunk: stream_options.include_usage asks for it. Without it the exchange counts.'
    : 'Report usage: you are paid by it. Without it the exchange counts.';
  if (usage === null) return warning('no usage is reported', remedy);
  if (usage.completionTokens === 0 && read.texts.length > 0) {
    return warning('usage says 0 completion tokens', remedy);
  }
  return null;
}

function faultIn(value: JsonObject, isStream: boolean): Fault | null {
  const remedy = isStream ? EVENTS : COMPLETION;
  if (isError(value)) {
    const words = plainText(reasonIn(value) ?? 'without words').slice(0, SHOWN_LENGTH_MAX);
    return failing(`an error in the answer: ${words}`, 'Its log says why it fails.');
  }
  if (isStream) return isReadable(value) ? null : failing('a chunk has malformed choices', remedy);
  return isCompletion(value) ? null : failing('the answer is no chat completion', remedy);
}

function eventsOf(text: string): string[] {
  const reader = new EventReader();
  return [...reader.feed(Buffer.from(text)), ...reader.feed(null)];
}

function unread(broken: Fault): ReadReply {
  return { broken, read: readAll([]), isStream: false, hasDone: false, contentType: '' };
}

export function failing(found: string, remedy: string): Fault {
  return { status: 'fail', found, remedy };
}

export function warning(found: string, remedy: string): Fault {
  return { status: 'warn', found, remedy };
}
