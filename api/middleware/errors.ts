/** The error middleware: handlers throw, it answers. Nothing internal leaves in an answer. */
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import { Failure, fail } from '../../domain/errors';
import { UnknownPayloadKey } from '../../domain/sealing';
import type { RefusalCounts } from '../../exchange/audit/refusal-counts';
import { isRedisAway } from '../../engine/redis-away';
import { CallerLeft } from '../../records/ledger/caller';
import { isReadTooLong } from '../../records/mongodb/read-limits';
import { isUnavailable } from '../../records/mongodb/unavailable';
import { sendFailure } from './error-body';
import { refuseSecondHost } from './own-hosts';
import { rightBaseUrl } from './lenient-paths';

/** What the parsers of express and its body parser call their refusals. */
interface ParserError {
  readonly type?: string;
  readonly status?: number;
}

/** As Node recognises it. */
const CONTINUE = /(?:^|\W)100-continue(?:$|\W)/i;

/** Name of the errors of Temporal for an unavailable server. */
const TEMPORAL_AWAY = 'ServiceError';

export const errorHandler: ErrorRequestHandler = (err: unknown, req, res, next) => {
  const failure = asFailure(err);
  if (failure.status >= 500) {
    req.log?.error({ err: describe(err), internal: failure.internal }, 'request failed');
  }
  noteRefusal(req, res, failure);
  if (res.headersSent) return next(err);
  sendFailure(res, failure);
};

function noteRefusal({ app }: Request, { locals }: Response, { code }: Failure): void {
  const refusals = app.locals.refusals as RefusalCounts | undefined;
  refusals?.note(locals.surface, code);
}

/** What Node leaves to an application that answers with bodies. */
export const refuseUnfit: RequestHandler = (req, _res, next) => {
  const { host, expect } = req.headers;
  refuseSecondHost(req);
  if (req.httpVersion !== '1.1') return next();
  if (host === undefined) throw fail('invalid_request', { message: 'A Host header is required.' });
  if (expect !== undefined && !CONTINUE.test(expect)) {
    throw fail('invalid_request', { status: 417, message: 'Expect must be 100-continue.' });
  }
  next();
};

/** After the last route of a surface. */
export const notFound: RequestHandler = (req) => {
  const right = rightBaseUrl(req.path, req.app.locals.publicUrl);
  const hint = right === null ? '' : ` The base URL of clients is ${right}.`;
  throw fail('not_found', { message: `There is no such route.${hint}` });
};

/** Converts any error into a refusal of the registry. */
export function asFailure(err: unknown): Failure {
  if (err instanceof Failure) return err;
  // The client has disconnected, and the failure is not ours.
  if (err instanceof CallerLeft) return fail('invalid_request', { message: 'The client hung up.' });
  const { type, status } = (err ?? {}) as ParserError;
  if (type === 'entity.too.large') return fail('request_too_large');
  if (type === 'entity.parse.failed') {
    return fail('invalid_request', { message: 'The body is not valid JSON.' });
  }
  if (type === 'encoding.unsupported') {
    return fail('invalid_request', { message: 'The body must not be compressed.' });
  }
  if (err instanceof UnknownPayloadKey) {
    return fail('service_unavailable', { cause: err });
  }
  if (isServerUnavailable(err)) return fail('service_unavailable', { cause: err });
  if (status !== undefined && status >= 400 && status < 500) return fail('invalid_request');
  return fail('internal_error', { cause: err });
}

function isServerUnavailable(err: unknown): boolean {
  if (!(err instanceof Error)) return false;
  if (isReadTooLong(err) || isUnavailable(err) || isRedisAway(err)) return true;
  return err.name === TEMPORAL_AWAY;
}

/** The loggable parts of an error: never its own properties, which can contain a body. */
function describe(err: unknown): object {
  if (!(err instanceof Error)) return { message: typeof err };
  const { name, message, stack, cause } = err;
  return { type: name, message, stack, ...(cause ? { cause: describe(cause) } : {}) };
}
