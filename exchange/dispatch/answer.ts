/** A whole answer in one JSON body. */
import type { CallCounts } from '../../domain/answers/calls';
import { isError } from '../../domain/answers/errors';
import { isCompletion } from '../../domain/answers/reader';
import type { ReportedUsage } from '../../domain/answers/reported-usage';
import { readAll } from '../../domain/answers/texts';
import { type JsonObject, parseJsonObject } from '../../domain/json-object';
import { countInTurns } from '../../domain/token-meter';
import type { AnswerBounds } from './answer-bounds';
import type { HttpExchange } from './http-exchange';
import { AttemptFailure, sellerError } from './outcome';
import type { SellerProtocol } from './protocol';

export interface Answer {
  readonly body: JsonObject;
  readonly usage: ReportedUsage | null;
  readonly completionTokens: number;
  readonly calls: CallCounts;
}

/** The bytes until the next read are limited by the caller. @returns all of them */
export async function readBody(
  exchange: HttpExchange,
  first: Buffer | null,
  arm: () => void,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let bytes = first; bytes; bytes = await exchange.read()) {
    parts.push(bytes);
    arm();
  }
  return Buffer.concat(parts);
}

/** @throws AttemptFailure unless the body is a well-formed completion without an error object */
export async function readAnswer(
  body: Buffer,
  bounds: AnswerBounds,
  { completionOf }: Pick<SellerProtocol, 'completionOf'>,
): Promise<Answer> {
  const answer = parseJsonObject(decode(body), bounds.values);
  if (!answer) {
    const detail = `the answer is not a JSON object of at most ${bounds.values} values`;
    throw new AttemptFailure('malformed', detail);
  }
  if (isError(answer)) throw sellerError();
  const completion = completionOf(answer);
  if (!isCompletion(completion)) {
    throw new AttemptFailure('malformed', 'the answer is not a chat completion');
  }
  const { reader, texts } = readAll([completion]);
  checkSize(body, reader.mediaCharacters, bounds);
  const { fill: _fill, ...rest } = completion;
  const { usage } = reader.closing;
  return {
    body: usage ? { ...rest, usage } : rest,
    usage: reader.usage,
    completionTokens: await countInTurns(texts),
    calls: reader.calls,
  };
}

function checkSize({ length }: Buffer, media: number, { bytes, mediaBytes }: AnswerBounds): void {
  if (media <= mediaBytes && length - media <= bytes) return;
  const detail = `the answer has more than ${bytes} bytes, or ${mediaBytes} bytes of media`;
  throw new AttemptFailure('answer_too_large', detail);
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AttemptFailure('malformed', 'the answer is not UTF-8');
  }
}
