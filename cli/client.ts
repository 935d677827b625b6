/** Calls the operator API of a gateway. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema } from '../config/schema';

/** The checkout; the build is in its `dist/cli`. */
const ROOT = join(__dirname, '..', '..');

/** The reason of a failure, for the operator at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    /** The body of the gateway's answer, if any. */
    readonly body: unknown = null,
  ) {
    super(message);
  }
}

export interface OperatorAddress {
  readonly url: string;
  readonly token: string;
}

/**
 * Takes port and token from the environment, otherwise from the local home that `npm start`
 * created.
 * @param url address of the operator port, when the caller names it
 * @throws CommandError that says where the token is searched
 */
export function findOperator(
  environment: NodeJS.ProcessEnv,
  url: string | undefined,
): OperatorAddress {
  const home = environment['TOKENBOOK_HOME'] || join(ROOT, '.tokenbook');
  const file = join(home, 'credentials.json');
  const token = environment['TOKENBOOK_OPERATOR_TOKEN'] || storedToken(file);
  if (!token) {
    throw new CommandError(
      `No operator token: TOKENBOOK_OPERATOR_TOKEN is not set, and ${file} has none. Run "npm start" once, or set it.`,
    );
  }
  const port = settingsSchema.shape.ADMIN_PORT.safeParse(environment['ADMIN_PORT'] || undefined);
  if (!port.success) {
    throw new CommandError(`ADMIN_PORT is not a port: ${environment['ADMIN_PORT']}`);
  }
  return { url: url ?? `http://127.0.0.1:${port.data}`, token };
}

function storedToken(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const content = JSON.parse(readFileSync(file, 'utf8')) as { secrets?: Record<string, string> };
  return content.secrets?.['TOKENBOOK_OPERATOR_TOKEN'];
}

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

export class OperatorClient {
  constructor(private readonly address: OperatorAddress) {}

  /** @throws CommandError when no gateway answers, or the answer is an error */
  async call(method: Method, path: string, body?: object): Promise<unknown> {
    const answer = await this.send(method, path, body);
    const text = await answer.text();
    const parsed: unknown = text === '' ? null : parse(text);
    if (!answer.ok) throw refusal(answer.status, parsed);
    return parsed;
  }

  /**
   * Writes an answer that is not JSON as it arrives.
   * @throws CommandError as `call` does, and when the answer was truncated
   */
  async stream(path: string, write: (bytes: Uint8Array) => void): Promise<void> {
    const answer = await this.send('GET', path);
    if (!answer.ok) throw refusal(answer.status, parse(await answer.text()));
    try {
      for await (const bytes of answer.body ?? []) write(bytes);
    } catch (cause) {
      throw new CommandError(`The answer was cut off (${reasonOf(cause)}).`);
    }
  }

  private send(method: Method, path: string, body?: object): Promise<Response> {
    const { url, token } = this.address;
    return fetch(new URL(`/admin/v1${path}`, url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch((cause: unknown) => {
      throw new CommandError(
        `No gateway answers at ${url} (${reasonOf(cause)}). Is it running? "npm start" starts one; ADMIN_PORT or --url names another port.`,
      );
    });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError('The answer is not JSON: is this the operator port of a gateway?');
  }
}

function refusal(status: number, body: unknown): CommandError {
  const { code, message } = (body ?? {}) as { code?: string; message?: string };
  return new CommandError(`${message ?? 'The gateway refused.'} (${code ?? status})`, body);
}

function reasonOf(cause: unknown): string {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const { code, message } = (inner ?? {}) as { code?: string; message?: string };
  return code ?? message ?? 'unknown reason';
}
