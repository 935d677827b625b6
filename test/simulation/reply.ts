/** The response to a buyer, without HTTP: whatever is written to it, the buyer has read. */
import { EventEmitter } from 'node:events';

/** What a buyer reads of an answer or of the last chunk of a stream, as far as it is checked. */
interface Read {
  readonly fill?: { readonly fill_id: string; readonly tokens: number };
  readonly error?: { readonly code: string; readonly message: string };
  readonly choices?: readonly { readonly delta?: { readonly content?: string } }[];
}

export class Reply extends EventEmitter {
  readonly app = { locals: {} };
  readonly locals: object;
  statusCode = 200;
  headersSent = false;
  writableFinished = false;
  closed = false;
  body: Read | null = null;
  /** The chunks of a stream. */
  readonly chunks: string[] = [];
  isDone = false;

  constructor(locals: object) {
    super();
    this.locals = locals;
  }

  status(code: number): this {
    this.statusCode = code;
    return this;
  }

  set(): this {
    return this;
  }

  vary(): this {
    return this;
  }

  json(body: Read): this {
    this.headersSent = true;
    this.body = body;
    return this.end();
  }

  writeHead(): this {
    this.headersSent = true;
    return this;
  }

  write(events: string): boolean {
    for (const event of events.split('\n\n').filter((text) => text !== '')) {
      const data = event.slice('data: '.length);
      if (data === '[DONE]') this.isDone = true;
      else this.chunks.push(data);
    }
    return true;
  }

  end(events = ''): this {
    if (!this.closed) this.write(events);
    this.writableFinished = !this.closed;
    queueMicrotask(() => this.close());
    return this;
  }

  /** Also called when the buyer hangs up. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.emit('close');
  }

  destroy(): void {
    this.close();
  }

  get lastChunk(): Read | null {
    const last = this.chunks.at(-1);
    return last === undefined ? null : (JSON.parse(last) as Read);
  }

  /** The text of a stream. */
  get text(): string {
    const contents = this.chunks.map((chunk) => {
      const [choice] = (JSON.parse(chunk) as Read).choices ?? [];
      return choice?.delta?.content ?? '';
    });
    return contents.join('');
  }
}
