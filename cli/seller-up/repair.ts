/**
 * Repairs the answer of a server on its way: an index for each call of a tool, one report of the
 * usage at the end, and `[DONE]` behind a complete stream. What is whole passes as it came.
 */
import { AnswerReader, isReadable } from '../../domain/answers/reader';
import { isError } from '../../domain/answers/errors';
import { type JsonObject, parseJsonObject } from '../../domain/json-object';
import { EventReader } from '../../exchange/dispatch/events';

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

  feed(bytes: Buffer): string {
    const passed = this.events.feed(bytes).map((data) => this.pass(data));
    return passed.join('') || COMMENT;
  }

  end(): string {
    const last = this.events.feed(null).map((data) => this.pass(data));
    const isComplete = this.hasDone || (this.answer.isFinished && !this.isFailed);
    const usage = this.answer.usage ? event(JSON.stringify(this.answer.closing)) : '';
    return last.join('') + usage + (isComplete ? event(DONE) : '');
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
