/** Calls one port of a gateway with one credential. */
import { plainText } from '../domain/plain-text';
import { CommandError } from './command-error';
import { exitOf } from './exit-codes';
import { inPeoplesUnit } from './prices';
import { remedyOf } from './remedies';

export interface Port {
  /** Origin of the port. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What to check when nothing answers. */
  readonly whenSilent: string;
  /** Whether it serves the pages of error codes. */
  readonly hasPages: boolean;
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export interface Call {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * How texts of an answer are read: as they are, for programs; else without control characters, for
 * the rows of a table or for lines of text.
 */
export type Reading = 'exact' | 'line' | 'lines';

export class Client {
  constructor(
    private readonly port: Port,
    private readonly reading: Reading = 'line',
  ) {}

  get url(): string {
    return this.port.url;
  }

  /** @throws CommandError when no gateway answers, or the answer is an error */
  async call(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<unknown> {
    const call = { ...(body ? { body } : {}), ...(signal ? { signal } : {}) };
    const answer = await this.send(method, path, call);
    const text = await answer.text();
    return text === '' ? null : parse(text, this.reading);
  }

  /**
   * Writes an answer that is not JSON as it arrives, without control characters.
   * @throws CommandError as `call` does, and when the answer was truncated
   */
  async stream(path: string, write: (text: string) => void): Promise<void> {
    const answer = await this.send('GET', path);
    try {
      const texts = answer.body?.pipeThrough(new TextDecoderStream()) ?? [];
      let held = ''; // a line end may arrive in two parts
      for await (const text of texts) {
        const known = held + text;
        held = known.endsWith('\r') ? '\r' : '';
        write(plainText(known.slice(0, known.length - held.length), 'lines'));
      }
    } catch (cause) {
      throw cutOff(cause);
    }
  }

  /** @throws CommandError unless the answer is a success */
  async send(
    method: Method,
    path: string,
    { body, headers, signal }: Call = {},
  ): Promise<Response> {
    const answer = await fetch(new URL(path, this.port.url), {
      method,
      redirect: 'manual', // the key is for this origin
      headers: {
        ...this.port.headers,
        ...headers,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    }).catch((cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new CommandError(`No gateway answers at ${this.port.url} (${reasonOf(cause)}).`, {
        exit: 'unreachable',
        remedy: this.port.whenSilent,
      });
    });
    if (answer.ok) return answer;
    if (answer.headers.has('location')) throw this.redirected(answer);
    const reading = this.reading === 'exact' ? 'exact' : 'line';
    throw this.refusal(answer.status, parse(await answer.text(), reading));
  }

  private redirected({ status, headers }: Response): CommandError {
    const target = plainText(headers.get('location')!, 'line');
    return new CommandError(`${this.port.url} redirects to ${target} (${status}).`, {
      exit: 'refused',
      remedy: 'Redirects are not followed. If you trust that address, name it: --url or a profile.',
    });
  }

  private refusal(status: number, body: unknown): CommandError {
    const { code, message } = errorOf(body);
    const said = code ?? String(status);
    const remedy = code ? remedyOf(code, this.port.hasPages ? this.port.url : null) : undefined;
    return new CommandError(`${message ?? 'The gateway refused.'} (${said})`, {
      exit: exitOf(status),
      code: said,
      body,
      ...(remedy ? { remedy } : {}),
    });
  }
}

/** The connection ended before the answer did. */
export function cutOff(cause: unknown): CommandError {
  return new CommandError(`The answer was cut off (${reasonOf(cause)}).`, { exit: 'unreachable' });
}

interface ErrorFields {
  readonly code?: string | null;
  readonly message?: string;
}

/** Chats answer as OpenAI does, with the fields inside `error`. */
export function errorOf(body: unknown): ErrorFields {
  const { error, ...fields } = (body ?? {}) as ErrorFields & { error?: ErrorFields };
  const { message, ...others } = typeof error === 'object' ? error : fields;
  return message === undefined ? others : { ...others, message: inPeoplesUnit(message) };
}

/** @throws CommandError when it is not JSON */
export function parse(text: string, reading: Reading): unknown {
  try {
    return JSON.parse(text, (_name, value: unknown) =>
      typeof value === 'string' && reading !== 'exact' ? plainText(value, reading) : value,
    );
  } catch {
    throw new CommandError('The answer is not JSON: is this the right port of a gateway?', {
      exit: 'unreachable',
    });
  }
}

export function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const { code, message } = (inner ?? {}) as { code?: string; message?: string };
  return code ?? message ?? 'unknown reason';
}
