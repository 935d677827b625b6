/**
 * Small questions to an endpoint that may belong to anybody: its address is checked as for a
 * dispatch, redirects are not followed, and answers are bounded.
 */
import { Agent } from 'undici';
import type { Settings } from '../../config/settings';
import { isAnswered } from '../../domain/answers/errors';
import type { Outcome, QuestionRequest } from '../../domain/endpoint-check/question';
import { guardedConnector } from '../dispatch/address-guard';
import type { NameResolver } from '../dispatch/name-resolver';

const QUESTION_TIMEOUT_MS = 20_000;
/** An answer to these questions is a few hundred bytes long. */
const ANSWER_BYTES_MAX = 256 * 1024;

export function endpointAgent({
  settings,
  names,
}: {
  readonly settings: Pick<Settings, 'local' | 'CONNECT_TIMEOUT_MS'>;
  readonly names: Pick<NameResolver, 'lookup'>;
}): Agent {
  return new Agent({
    connections: 1,
    connect: guardedConnector({
      local: settings.local,
      connectTimeoutMs: settings.CONNECT_TIMEOUT_MS,
      lookup: names.lookup,
    }),
  });
}

/** The outcome, with texts of ours alone where the endpoint has refused or failed. */
export async function askEndpoint(
  agent: Agent,
  { url, headers, body }: QuestionRequest,
  ended: AbortSignal,
): Promise<Outcome> {
  const signal = AbortSignal.any([ended, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]);
  try {
    const answer = await agent.request({
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers: {
        ...headers,
        'user-agent': 'tokenbook',
      },
      body,
      signal,
    });
    const contentType = String(answer.headers['content-type'] ?? '');
    const status = answer.statusCode;
    if (!isAnswered(status)) return { status, contentType, text: '' };
    const text = await bounded(answer.body);
    return text === null
      ? { failure: `the answer is longer than ${ANSWER_BYTES_MAX / 1_024} KiB` }
      : { status, contentType, text };
  } catch (err) {
    return { failure: reasonOf(err) };
  }
}

async function bounded(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const REASONS: Readonly<Record<string, string>> = {
  address_refused: 'its address is not public',
  connect_timeout: 'no connection in time',
};

/** Our own texts and codes only. */
function reasonOf(err: unknown): string {
  const { reason, name, message, code } = err as Partial<Record<string, string>>;
  if (name === 'TimeoutError') return `no answer within ${QUESTION_TIMEOUT_MS / 1_000} s`;
  if (reason === 'connect_failed') return message ?? reason;
  return (reason && (REASONS[reason] ?? reason)) || code || 'no answer';
}
