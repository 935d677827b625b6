/** Writes an answer to the buyer: one JSON body, or server-sent events that end with the fill. */
import type { Response } from 'express';
import type { AnswerSubscription } from '../../../channel/answer-listener';
import type { AnswerMessage } from '../../../channel/messages';
import type { Refusal } from '../../../domain/chat';
import { type JsonObject, isObject } from '../../../domain/json-object';
import { documentationUrl, fail, ruleOf } from '../../../domain/errors';
import type { Sealer } from '../../../domain/sealing';
import { drained } from '../../closing';

/** Silence in a stream before a comment, and between two. */
const KEEP_ALIVE_COMMENT_MS = 10_000;

export interface Conversation {
  readonly orderId: string;
  readonly streamed: boolean;
  readonly subscription: AnswerSubscription;
}

/**
 * Sends the buyer the messages of the channel.
 * @returns `brokenOff` when a stream ended with an error
 * @throws Failure when the order was refused before the first byte
 */
export async function respond(
  res: Response,
  sealer: Sealer,
  conversation: Conversation,
): Promise<'brokenOff' | 'ended'> {
  const alive = conversation.streamed ? keepAlive(res) : null;
  try {
    return await relay(res, sealer, conversation, alive);
  } finally {
    clearInterval(alive ?? undefined);
  }
}

/**
 * Balancers and clients give up a connection that is idle for long, and sellers may think for
 * minutes. From the first comment on, a refusal is an error chunk.
 */
function keepAlive(res: Response): NodeJS.Timeout {
  const say = () => {
    beginEvents(res);
    if (!res.writableNeedDrain) res.write(': waiting\n\n');
  };
  return setInterval(say, KEEP_ALIVE_COMMENT_MS).unref();
}

async function relay(
  res: Response,
  sealer: Sealer,
  { subscription, orderId, streamed }: Conversation,
  alive: NodeJS.Timeout | null,
): Promise<'brokenOff' | 'ended'> {
  for (;;) {
    const messages = await subscription.next();
    alive?.refresh();
    const last = messages.at(-1);
    if (!last) return 'ended'; // the buyer has disconnected
    if (last.kind === 'settled' && !streamed) {
      res.status(200).set('x-fill-id', last.fillId).json(last.body);
      return 'ended';
    }
    const payloads = messages.flatMap(payloadsOf);
    const first = messages[0];
    if (first && first.kind !== 'refused') beginEvents(res, first.fillId);
    if (payloads.length > 0 && !(await writeEvents(res, payloads))) return 'ended';
    if (last.kind === 'refused') return refuse(res, sealer, orderId, last.refusal);
    if (last.kind === 'settled') {
      endEvents(res, last.complete);
      return 'ended';
    }
  }
}

function payloadsOf(message: AnswerMessage): readonly string[] {
  if (message.kind === 'chunk') return message.data;
  return message.kind === 'settled' ? (message.lastChunks ?? []) : [];
}

function refuse(
  res: Response,
  sealer: Sealer,
  orderId: string,
  refusal: Refusal,
): 'brokenOff' | 'ended' {
  const { code, message, param, numbers, retryAfterSeconds, asked, passed } = refusal;
  const sealed = passed && Buffer.from(passed.body.sealed, 'base64');
  const body = sealed && withAsked(sealer.openJson<JsonObject>(sealed, orderId), asked);
  if (res.headersSent) {
    breakOff(res, body?.['error'] ?? errorOf(res, refusal));
    return 'brokenOff';
  }
  if (!body) {
    throw fail(code, {
      message,
      ...(param === undefined ? {} : { param }),
      ...(numbers === undefined ? {} : { numbers }),
      ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      ...(asked === undefined ? {} : { asked }),
    });
  }
  res.status(passed.status).json(body);
  return 'ended';
}

/** The members of a seller's own refusal stay as they are. */
function withAsked(body: JsonObject, asked: Refusal['asked']): JsonObject {
  const { error } = body;
  if (asked === undefined || !isObject(error)) return body;
  return { ...body, error: { sellers_asked: asked, ...error } };
}

function errorOf(res: Response, { code, message, numbers, asked }: Refusal): object {
  const documentation_url = documentationUrl(code, res.app.locals.publicUrl);
  return {
    message,
    type: ruleOf(code).type,
    code,
    ...(numbers === undefined ? {} : { numbers }),
    ...(asked === undefined ? {} : { sellers_asked: asked }),
    documentation_url,
  };
}

/** An order that ended in its stream (CHAT-6). A seller's own refusal has no link to our pages. */
function breakOff(res: Response, error: unknown): void {
  const chunk = { error, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] };
  res.end(`data: ${JSON.stringify(chunk)}\n\n`);
}

/** @param fillId unknown before the first token: another seller may be asked */
function beginEvents(res: Response, fillId?: string): void {
  if (res.headersSent) return;
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    ...(fillId === undefined ? {} : { 'x-fill-id': fillId }),
  });
}

/** Sends all new payloads in one write. False when the buyer has disconnected. */
async function writeEvents(res: Response, payloads: readonly string[]): Promise<boolean> {
  const flowing = res.write(payloads.map((data) => `data: ${data}\n\n`).join(''));
  return flowing || drained(res);
}

function endEvents(res: Response, complete: boolean): void {
  res.end(complete ? 'data: [DONE]\n\n' : undefined);
}
