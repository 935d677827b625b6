/** Writes an answer to the buyer: one JSON body, or server-sent events that end with the fill. */
import type { Response } from 'express';
import type { AnswerSubscription } from '../../../channel/answer-listener';
import type { AnswerMessage } from '../../../channel/messages';
import type { Refusal } from '../../../domain/chat';
import { isObject, type JsonObject } from '../../../domain/json-object';
import { type ErrorCode, documentationUrl, fail, ruleOf } from '../../../domain/errors';
import type { Sealer } from '../../../domain/sealing';
import { drained } from '../../closing';

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
  const { subscription, orderId } = conversation;
  for (;;) {
    const messages = await subscription.next();
    const last = messages.at(-1);
    if (!last) return 'ended'; // the buyer has disconnected
    if (last.kind === 'settled' && !conversation.streamed) {
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
  const { code, message, param, passed } = refusal;
  if (res.headersSent) {
    breakOff(res, refusal);
    return 'brokenOff';
  }
  if (!passed) throw fail(code, { message, ...(param === undefined ? {} : { param }) });
  const body = sealer.openJson<JsonObject>(Buffer.from(passed.body.sealed, 'base64'), orderId);
  res.status(passed.status).json(withLink(body, linkOf(res, code)));
  return 'ended';
}

/** The seller's refusal, with a link to our page about refusals by sellers. */
function withLink(body: JsonObject, link: { readonly documentation_url: string }): JsonObject {
  const { error } = body;
  return isObject(error) ? { ...body, error: { ...error, ...link } } : { ...body, ...link };
}

function linkOf(res: Response, code: ErrorCode) {
  return { documentation_url: documentationUrl(code, res.app.locals.publicUrl) };
}

/** An order that ended in the middle of its stream (CHAT-6). */
function breakOff(res: Response, { code, message }: Refusal): void {
  const error = { message, type: ruleOf(code).type, code, ...linkOf(res, code) };
  const chunk = { error, choices: [{ index: 0, delta: {}, finish_reason: 'error' }] };
  res.end(`data: ${JSON.stringify(chunk)}\n\n`);
}

function beginEvents(res: Response, fillId: string): void {
  if (res.headersSent) return;
  res.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'x-accel-buffering': 'no',
    'x-fill-id': fillId,
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
