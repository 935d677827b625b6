/**
 * Behaviours of test sellers. Each entry creates a behaviour; most take options:
 * `seller.setBehaviour(BEHAVIOURS.cutAt({ chunks: 5 }))`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { chunksOf, completionOf, type Speech } from './completions';
import type { SellerRequest } from './seller-request';

export interface Visit {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Null only for a behaviour that answers before the body has been read. */
  readonly request: SellerRequest | null;
  /** How often this Idempotency-Key was seen, including this time. */
  readonly count: number;
}

export interface Behaviour {
  /** True when it acts as soon as the headers have arrived. */
  readonly beforeBody?: boolean;
  answer(visit: Visit): void | Promise<void>;
}

type Answer = Behaviour['answer'];
const after = (answer: Answer): Behaviour => ({ answer });
const early = (answer: Answer): Behaviour => ({ beforeBody: true, answer });

/** JSON or a stream, as requested. The same key gets the same answer. */
function speak(visit: Visit, speech: Speech = {}): void | Promise<void> {
  return visit.request?.body['stream'] === true
    ? streamWhole(visit, speech)
    : sendJson(visit.res, 200, completionFor(visit, speech));
}

function completionFor({ request }: Visit, speech: Speech): object {
  return completionOf(request?.idempotencyKey ?? '', String(request?.body['model']), speech);
}

function chunksFor({ request }: Visit, speech: Speech): object[] {
  return chunksOf(request?.idempotencyKey ?? '', String(request?.body['model']), speech);
}

function sendJson(res: ServerResponse, status: number, body: object, headers: object = {}): void {
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}

function openStream(res: ServerResponse): void {
  res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
  res.flushHeaders();
}

/** Resolves when the reader has caught up or disconnected. */
function drained(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      res.off('drain', done).off('close', done);
      resolve();
    };
    res.on('drain', done).on('close', done);
    if (res.destroyed) done();
  });
}

/** Writes one event; waits for a slow reader. */
async function say(res: ServerResponse, data: object | string): Promise<void> {
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  if (!res.write(`data: ${text}\n\n`)) await drained(res);
}

async function streamWhole(visit: Visit, speech: Speech, gapMs = 0): Promise<void> {
  openStream(visit.res);
  for (const chunk of chunksFor(visit, speech)) {
    await say(visit.res, chunk);
    if (gapMs > 0) await delay(gapMs);
  }
  await say(visit.res, '[DONE]');
  visit.res.end();
}

/** Opens a stream, writes its first k chunks and leaves the rest to the behaviour. */
async function streamFirst(visit: Visit, chunks: number, speech: Speech = {}): Promise<void> {
  openStream(visit.res);
  for (const chunk of chunksFor(visit, { chunks: chunks + 8, ...speech }).slice(0, chunks)) {
    await say(visit.res, chunk);
  }
}

/** Endless bytes, as fast as the reader accepts them. */
async function pour(res: ServerResponse, bytes: string): Promise<void> {
  while (!res.destroyed) {
    if (!res.write(bytes)) await drained(res);
  }
}

function refuse(status: number, code: string, message: string): Behaviour {
  return after(({ res }) =>
    sendJson(res, status, { error: { message, type: 'invalid_request_error', code, param: null } }),
  );
}

export const BEHAVIOURS = {
  /** Answers as requested: one JSON body, or a stream with usage and `[DONE]`. */
  normal: (speech?: Speech) => after((visit) => speak(visit, speech)),
  /**
   * Like normal for exactly this spelling of the model; 404 for every other, like strict engines.
   */
  strict: ({ model = '' } = {}) =>
    after((visit) =>
      visit.request?.body['model'] === model
        ? speak(visit)
        : sendJson(visit.res, 404, { error: { message: 'no such model', code: 'not_found' } }),
    ),
  /** One behaviour for the exchange's probes, another for buyers' requests. */
  probed: (probe: Behaviour, chat: Behaviour) =>
    after((visit) =>
      (visit.req.headers['x-tokenbook-probe'] === undefined ? chat : probe).answer(visit),
    ),
  /** Like normal, with a pause between the chunks of a stream. */
  unhurried: ({ gapMs = 20, ...speech }: { gapMs?: number } & Speech = {}) =>
    after((visit) =>
      visit.request?.body['stream'] === true
        ? streamWhole(visit, speech, gapMs)
        : speak(visit, speech),
    ),
  /** Answers as requested after a delay. */
  slowFirstByte: ({ delayMs = 1_000, ...speech }: { delayMs?: number } & Speech = {}) =>
    after(async (visit) => {
      await delay(delayMs);
      await speak(visit, speech);
    }),
  /** Tells the reader early what the answer will refer to (103), then answers as requested. */
  earlyHints: ({ delayMs = 50, ...speech }: { delayMs?: number } & Speech = {}) =>
    after(async (visit) => {
      visit.res.writeEarlyHints({ link: '</models>; rel=preload' });
      await delay(delayMs);
      await speak(visit, speech);
    }),
  /** Accepts the request and never answers. */
  silent: () => after(() => undefined),
  /** Sends the headers only. */
  headersOnly: () => after(({ res }) => openStream(res)),
  /** Sends k chunks and then nothing, with the connection open. */
  stall: ({ chunks = 3 } = {}) => after((visit) => streamFirst(visit, chunks)),
  /** Sends k chunks, then only comments. */
  commentsOnly: ({ chunks = 3, gapMs = 50 } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      while (!visit.res.destroyed) {
        visit.res.write(': still here\n\n');
        await delay(gapMs);
      }
    }),
  /** Resets the connection as soon as a request arrives, with its body unread. */
  resetBeforeHeaders: () => early(({ req }) => void req.socket.resetAndDestroy()),
  /** Resets the connection after the whole request, before the first byte. */
  resetAfterBody: () => after(({ req }) => void req.socket.resetAndDestroy()),
  /** Like resetAfterBody the first time that it sees a key, then normal. */
  resetOnce: (speech?: Speech) =>
    after((visit) =>
      visit.count === 1 ? void visit.req.socket.resetAndDestroy() : speak(visit, speech),
    ),
  /** Closes the connection in the middle of a JSON body. */
  truncatedJson: () =>
    after((visit) => {
      const body = JSON.stringify(completionFor(visit, {}));
      visit.res.writeHead(200, {
        'content-type': 'application/json',
        'content-length': body.length,
      });
      visit.res.write(body.slice(0, 60), () => visit.req.socket.destroy());
    }),
  /** Sends k chunks and resets the connection. */
  cutAt: ({ chunks = 3, ...speech }: { chunks?: number } & Pick<Speech, 'content'> = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks, speech);
      await new Promise((resolve) => visit.res.write('', resolve));
      await delay(20);
      visit.req.socket.resetAndDestroy();
    }),
  /** Sends k chunks and ends the stream properly, without a `finish_reason`. */
  unfinished: ({ chunks = 3 } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      visit.res.end();
    }),
  /** Like unfinished, with `[DONE]`. */
  doneWithoutFinish: ({ chunks = 3 } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      await say(visit.res, '[DONE]');
      visit.res.end();
    }),
  /** Sends k chunks, then one that is not JSON. With 0 chunks it is the first byte. */
  malformedChunk: ({ chunks = 3, data = '{"choices":[{"index":0,"delta":{"con' } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      await say(visit.res, data);
      await say(visit.res, '[DONE]');
      visit.res.end();
    }),
  /** Bytes in the middle of a stream that are not UTF-8. */
  invalidUtf8: ({ chunks = 3 } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      visit.res.write(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x0a, 0x0a]));
      visit.res.end();
    }),
  /** A complete stream without `[DONE]`. */
  noDone: (speech?: Speech) =>
    after(async (visit) => {
      openStream(visit.res);
      for (const chunk of chunksFor(visit, speech ?? {})) await say(visit.res, chunk);
      visit.res.end();
    }),
  /** A complete stream whose connection stays open after the `finish_reason`. */
  neverEnding: (speech?: Speech) =>
    after(async (visit) => {
      openStream(visit.res);
      for (const chunk of chunksFor(visit, speech ?? {})) await say(visit.res, chunk);
    }),
  /** An error object first, in a stream or in a 200. */
  errorFirst: () =>
    after(async (visit) => {
      const error = { error: { message: 'the model is overloaded', code: 'overloaded' } };
      if (visit.request?.body['stream'] !== true) return sendJson(visit.res, 200, error);
      openStream(visit.res);
      await say(visit.res, error);
      visit.res.end();
    }),
  /** Sends k chunks, then an error object. */
  errorLater: ({ chunks = 3 } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      await say(visit.res, { error: { message: 'the worker died', code: 'internal' } });
      visit.res.end();
    }),
  /** 429 or 503; `retryAfter` is the header's value, null for none. */
  throttled: ({
    retryAfter = '1',
    status = 429,
  }: { retryAfter?: string | null; status?: 429 | 503 } = {}) =>
    after(({ res }) =>
      sendJson(
        res,
        status,
        { error: { message: 'slow down', code: 'rate_limited' } },
        retryAfter === null ? {} : { 'retry-after': retryAfter },
      ),
    ),
  /** 429 the first time that it sees a key, then normal. */
  throttledOnce: ({ retryAfter = '1', ...speech }: { retryAfter?: string } & Speech = {}) =>
    after((visit) =>
      visit.count === 1
        ? sendJson(visit.res, 429, { error: 'slow down' }, { 'retry-after': retryAfter })
        : speak(visit, speech),
    ),
  /** Any status with an error body. */
  status: ({ status = 500, message = 'something broke' } = {}) =>
    after(({ res }) => sendJson(res, status, { error: { message } })),
  error500: () => refuse(500, 'internal', 'something broke'),
  error503: () => refuse(503, 'overloaded', 'no worker is free'),
  unauthorized: () => refuse(401, 'unauthorized', 'who are you?'),
  contextLength: () =>
    refuse(400, 'context_length_exceeded', 'This model has a context of 8192 tokens.'),
  contentFilter: () => refuse(422, 'content_filter', 'The prompt was refused.'),
  tooLarge: () => refuse(413, 'request_too_large', 'The request is too large.'),
  /** A 400 with a page instead of JSON. */
  htmlRefusal: () =>
    after(({ res }) => {
      res.writeHead(400, { 'content-type': 'text/html' });
      res.end('<html><body>Bad Request</body></html>');
    }),
  /** Redirects the caller. */
  redirect: ({ location = 'http://127.0.0.1:1/', status = 302 } = {}) =>
    after(({ res }) => void res.writeHead(status, { location }).end()),
  /**
   * A small compressed body that decompresses to gigabytes; the exchange requested no compression.
   */
  gzipBomb: ({ megabytes = 50 } = {}) => {
    const bomb = gzipSync(Buffer.alloc(megabytes * 1024 * 1024, ' '));
    return after(({ res }) => {
      res.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      res.end(bomb);
    });
  },
  /** An endless JSON body. */
  endlessBody: () =>
    after(({ res }) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.write('{"choices":[{"message":{"content":"');
      return pour(res, 'a'.repeat(64 * 1024));
    }),
  /** An endless stream of well-formed chunks. */
  endlessStream: () =>
    after(async (visit) => {
      openStream(visit.res);
      const chunk = JSON.stringify(chunksFor(visit, { content: 'a '.repeat(2_000), chunks: 1 })[1]);
      await pour(visit.res, `data: ${chunk}\n\n`);
    }),
  /** An endless stream, one token at a time. */
  endlessTokens: ({ gapMs = 0 } = {}) =>
    after(async (visit) => {
      openStream(visit.res);
      const chunk = chunksFor(visit, { content: ' a', chunks: 1 })[1]!;
      while (!visit.res.destroyed) {
        await say(visit.res, chunk);
        await delay(gapMs);
      }
    }),
  /** One endless stream event. */
  endlessEvent: ({ chunks = 1 } = {}) =>
    after(async (visit) => {
      await streamFirst(visit, chunks);
      visit.res.write('data: {"choices":[{"index":0,"delta":{"content":"');
      await pour(visit.res, 'a'.repeat(64 * 1024));
    }),
  /** One header at each interval, without an end. */
  endlessHeaders: ({ gapMs = 50 } = {}) =>
    after(async ({ req, res }) => {
      const { socket } = req;
      res.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n');
      for (let line = 0; !socket.destroyed; line += 1) {
        socket.write(`X-Header-${line}: a\r\n`);
        await delay(gapMs);
      }
    }),
  /** Not HTTP. */
  notHttp: () => after(({ req }) => void req.socket.end('SSH-2.0-OpenSSH_9.2\r\n')),
  /** A valid completion with the wrong content type. */
  wrongContentType: ({ type = 'text/html' } = {}) =>
    after((visit) => {
      visit.res.writeHead(200, { 'content-type': type });
      visit.res.end(JSON.stringify(completionFor(visit, {})));
    }),
  /** 200 with JSON that is not a completion. */
  notACompletion: ({ body = { hello: 'world' } as object } = {}) =>
    after(({ res }) => sendJson(res, 200, body)),
  /** 200 with a body that is not JSON. */
  notJson: () =>
    after(({ res }) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      res.end('{"choices": [');
    }),
  /** A false `usage` object. */
  wrongUsage: ({
    usage = { prompt_tokens: 1e6, completion_tokens: 1e6, total_tokens: 2e6 },
  }: { usage?: unknown } = {}) => after((visit) => speak(visit, { usage })),
  noUsage: () => after((visit) => speak(visit, { usage: null })),
  /** A stream, whatever was requested. */
  alwaysStream: (speech?: Speech) => after((visit) => streamWhole(visit, speech ?? {})),
  /** One JSON body, whatever was requested. */
  alwaysJson: (speech?: Speech) =>
    after((visit) => sendJson(visit.res, 200, completionFor(visit, speech ?? {}))),
  /** Returns a forged fill. */
  forgedFill: () =>
    after(async (visit) => {
      const fill = { fill_price: '0', fill_id: 'forged' };
      if (visit.request?.body['stream'] !== true) {
        return sendJson(visit.res, 200, { ...completionFor(visit, {}), fill });
      }
      openStream(visit.res);
      for (const chunk of chunksFor(visit, {})) await say(visit.res, { ...chunk, fill });
      visit.res.end();
    }),
  /** A different behaviour for each request; the last one applies to all further requests. */
  inTurn: (...behaviours: Behaviour[]) => {
    let visits = 0;
    return after((visit) => {
      const turn = behaviours[Math.min(visits, behaviours.length - 1)];
      visits += 1;
      return turn?.answer(visit);
    });
  },
};

/** Behaviours without required options. */
export type BehaviourName = Exclude<keyof typeof BEHAVIOURS, 'probed'>;
