/** A whole answer in one JSON body. */
import {
  errorTextOf,
  isCompletion,
  parseJsonObject,
  textsOfCompletion,
  type JsonObject,
} from '../../domain/completion';
import { countInTurns } from '../../domain/token-meter';
import { readUsage, shownUsage, type ReportedUsage } from '../../domain/usage';
import type { AnswerBounds } from './answer-bounds';
import type { Exchange } from './exchange';
import { AttemptFailure, sellerError } from './outcome';
import type { SellerProtocol } from './protocol';

export interface Answer {
  readonly body: JsonObject;
  readonly usage: ReportedUsage | null;
  readonly completionTokens: number;
}

/** @throws AttemptFailure unless the body is a well-formed completion without an error object */
export async function readAnswer(
  exchange: Exchange,
  bounds: AnswerBounds,
  { completionOf }: Pick<SellerProtocol, 'completionOf'>,
): Promise<Answer> {
  const parts: Buffer[] = [];
  for (let bytes = await exchange.read(); bytes; bytes = await exchange.read()) parts.push(bytes);
  const answer = parseJsonObject(decode(Buffer.concat(parts)), bounds.values);
  if (!answer) {
    const detail = `the answer is not a JSON object of at most ${bounds.values} values`;
    throw new AttemptFailure('malformed', detail);
  }
  if (errorTextOf(answer) !== null) throw sellerError();
  const completion = completionOf(answer);
  if (!isCompletion(completion)) {
    throw new AttemptFailure('malformed', 'the answer is not a chat completion');
  }
  const { fill: _fill, usage, ...body } = completion;
  const shown = shownUsage(usage);
  return {
    body: shown ? { ...body, usage: shown } : body,
    usage: readUsage(usage),
    completionTokens: await countInTurns(textsOfCompletion(body)),
  };
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AttemptFailure('malformed', 'the answer is not UTF-8');
  }
}
