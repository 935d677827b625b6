/**
 * Repairs the answer of a server on its way: an index for each call of a tool, one report of the
 * usage at the end, and `[DONE]` behind a complete stream. What is whole passes as it came.
 */
import { AnswerReader, isReadable } from '../../domain/answers/reader';
import { isError } from '../../domain/answers/errors';
import { EventReader } from '../../domain/answers/events';
import { type JsonObject, parseJsonObject } from '../../domain/json-object';

const DONE = '[DONE]';
/** Shows life while nothing can be passed on yet. */
const COMMENT = ': \n\n';

/** The body decides whether it is a stream: servers declare wrong types. */
export class Repair {
  private stream: StreamRepair | null = null;
  private isWhole = false;

  /** What is passed on of these bytes. */
  feed(bytes: Buffer): Buffer {
    if (!this.isWhole && !this.stream) this.begin(bytes);
    return this.stream ? Buffer.from(this.stream.feed(bytes)) : bytes;
  }

  /** What is added when the answer ends regularly. */
  end(): Buffer {
    return Buffer.from(this.stream?.end() ?? '');
  }

  /** White space in front of an answer shows life. */
  private begin(bytes: Buffer): void {
    const first = bytes.toString('latin1').trimStart()[0];
    if (first === undefined) return;
    this.isWhole = first === '{' || first === '[' || first === '<';
    if (!this.isWhole) this.stream = new StreamRepair();
  }
}

export class StreamRepair {
  private readonly events = new EventReader();
  private readonly answer = new AnswerReader(() => undefined);
  private hasDone = false;
  private isFailed = false;

  /** @throws TypeError when it is not UTF-8 */
  feed(bytes: Buffer): string {
    return this.passAll(bytes) || COMMENT;
  }

  end(): string {
    const last = this.passAll(null); // it may lack its end
    const isComplete = this.hasDone || (this.answer.isFinished && !this.isFailed);
    const usage = this.answer.usage ? event(JSON.stringify(this.answer.closing)) : '';
    return last + usage + (isComplete ? event(DONE) : '');
  }

  private passAll(bytes: Buffer | null): string {
    return this.events
      .feed(bytes)
      .map((data) => this.pass(data))
      .join('');
  }

  private pass(data: string): string {
    if (data === DONE) {
      this.hasDone = true;
      return '';
    }
    const value = parseJsonObject(data);
    if (!value || !isReadable(value)) return event(data);
    if (isError(value)) this.isFailed = true;
    if (this.isFailed || this.hasDone) return event(data);
    const read = this.answer.read(value);
    return read ? event(textOf(data, value, read.chunk)) : '';
  }
}

function textOf(data: string, value: JsonObject, chunk: JsonObject): string {
  return chunk === value && !data.includes('\n') ? data : JSON.stringify(chunk);
}

function event(data: string): string {
  return `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
}
