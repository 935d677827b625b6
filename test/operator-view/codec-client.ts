/** The codec as the Temporal web UI and the command line ask it. */
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { request } from 'undici';
import type { Answer, Exchange } from '../support/exchange';

export interface WirePayload {
  readonly metadata: Record<string, string>;
  readonly data: string;
}

export function payloadOf(value: unknown): WirePayload {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return { metadata: { encoding: base64('json/plain') }, data: base64(JSON.stringify(value)) };
}

export function valueOf({ data }: WirePayload): any {
  return JSON.parse(Buffer.from(data, 'base64').toString());
}

/** All payloads of the history of the workflow, wherever they stand in it. */
export async function payloadsOf(exchange: Exchange, workflowId: string): Promise<WirePayload[]> {
  const history = await exchange.temporal.workflow.getHandle(workflowId).fetchHistory();
  return payloadsIn(JSON.parse(historyToJSON(history)));
}

function payloadsIn(value: unknown): WirePayload[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('metadata' in value && 'data' in value) return [value as WirePayload];
  return Object.values(value).flatMap(payloadsIn);
}

/** @param body anything; a text goes as it is */
export async function decode(
  exchange: Exchange,
  body: unknown,
  headers: Record<string, string>,
): Promise<Answer> {
  return sendTo(exchange, 'POST', '/codec/decode', {
    headers: { 'content-type': 'application/json', 'x-namespace': 'default', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** To the operator's port, with nothing added. */
export async function sendTo(
  exchange: Exchange,
  method: 'GET' | 'POST' | 'OPTIONS',
  path: string,
  { headers = {}, body = null }: { headers?: Record<string, string>; body?: string | null } = {},
): Promise<Answer> {
  const { adminPort } = exchange.gateways[0]!;
  const answer = await request(`http://127.0.0.1:${adminPort}${path}`, { method, headers, body });
  const text = await answer.body.text();
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}
