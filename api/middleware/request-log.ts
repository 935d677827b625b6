/**
 * One log line per request. Lines contain an allow-list of fields, so that no credential, prompt or
 * answer can reach a log through a header, a query or a body.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { traceIdOf } from '../../domain/trace-context';
import { HEALTH_PATHS } from './own-hosts';

/** Orchestrators, load balancers and Prometheus ask every few seconds. */
const HEALTH = new Set<string>([...HEALTH_PATHS, '/metrics']);

/** @param percent of the requests below status 500 that are logged */
export function requestLog(logger: Logger, percent: number): RequestHandler {
  return pinoHttp<IncomingMessage, ServerResponse>({
    logger,
    genReqId: (_req, res) => localsOf(res).requestId,
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: pathOf(req),
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    customProps: (_req, res) => {
      const { surface, buyer, seller, span } = localsOf(res);
      const traceId = span?.traceparent && traceIdOf(span.traceparent);
      return { surface, accountId: buyer?.accountId, sellerId: seller?._id, traceId };
    },
    customLogLevel: (req, res, err) => {
      if (HEALTH.has(pathOf(req))) return 'debug';
      if (err || res.statusCode >= 500) return 'error';
      return Math.random() * 100 < percent ? 'info' : 'silent';
    },
  });
}

function pathOf({ url = '' }: { readonly url?: string | undefined }): string {
  return url.split('?', 1)[0]!;
}

function localsOf(res: ServerResponse): Express.Locals {
  return (res as Response).locals;
}
