import { fetch } from 'undici';
import { SetupError } from '../setup-error';

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export class CallFailed extends SetupError {
  constructor(
    call: string,
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(`${call} was answered with ${status} ${code}: ${text}`);
  }
}

/**
 * One JSON call to Tokenbook, as any client would make it.
 * @throws CallFailed with the code of the error body
 */
export async function callJson<Answer>(url: string, call: Call = {}): Promise<Answer> {
  const method = call.method ?? 'GET';
  const response = await fetch(url, {
    method,
    redirect: 'error', // keys are for this host
    headers: { 'content-type': 'application/json', ...call.headers },
    ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text) as Answer;
  const { code = '', message = text } = parseError(text);
  throw new CallFailed(`${method} ${url}`, response.status, code, message);
}

function parseError(text: string): { code?: string; message?: string } {
  try {
    return JSON.parse(text) as { code?: string; message?: string };
  } catch {
    return {};
  }
}
