import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatRequest,
  type Completion,
  complete,
  completionBody,
  completionChunks,
} from '../../domain/simulated-model';
import type { SignatureCheck } from './signature';

const ANSWERS_KEPT = 1_000;
const BODY_LIMIT_BYTES = 4_000_000;
const PAUSE_BETWEEN_CHUNKS_MS = 8;

interface InferenceServerOptions {
  readonly name: string;
  readonly port: number;
  readonly signatures: SignatureCheck;
}

/**
 * A seller's endpoint: implements the chat-completions protocol, unstreamed and streamed, serves
 * only requests that the exchange signed, and gives the same answer to the same `Idempotency-Key`.
 */
export async function startInferenceServer(options: InferenceServerOptions): Promise<Server> {
  const answers = new Map<string, Completion>();
  const server = createServer((req, res) => {
    serve(options, answers, req, res).catch((error: Error) => {
      if (res.headersSent) return res.destroy(error);
      refuse(res, 500, error.message);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  return server;
}

async function serve(
  options: InferenceServerOptions,
  answers: Map<string, Completion>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  if (req.method !== 'POST' || req.url !== '/v1/chat/completions') {
    return refuse(res, 404, 'Only POST /v1/chat/completions is served here.');
  }
  const body = await readBody(req);
  if (!(await options.signatures.accepts(req.headers, body))) {
    return refuse(res, 401, 'The request is not signed by the exchange.');
  }
  const request = JSON.parse(body) as ChatRequest;
  const key = String(req.headers['idempotency-key']);
  const completion =
    answers.get(key) ?? complete(`${options.name}, a demo seller on this machine`, request);
  answers.set(key, completion);
  const [oldest] = answers.keys();
  if (answers.size > ANSWERS_KEPT && oldest) answers.delete(oldest);
  if (request.stream) return stream(res, completion, request);
  res.setHeader('content-type', 'application/json');
  res.end(JSON.stringify(completionBody(completion)));
}

async function stream(
  res: ServerResponse,
  completion: Completion,
  request: ChatRequest,
): Promise<void> {
  res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  const includeUsage = request.stream_options?.include_usage === true;
  for (const chunk of completionChunks(completion, includeUsage)) {
    if (res.destroyed) return;
    res.write(`data: ${JSON.stringify(chunk)}\n\n`);
    await delay(PAUSE_BETWEEN_CHUNKS_MS);
  }
  res.end('data: [DONE]\n\n');
}

async function readBody(req: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of req as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > BODY_LIMIT_BYTES) throw new Error('The body is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function refuse(res: ServerResponse, status: number, message: string): void {
  res.writeHead(status, { 'content-type': 'application/json' });
  res.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }));
}
