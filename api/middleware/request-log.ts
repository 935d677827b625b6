/**
 * One log line per request. Lines contain an allow-list of fields, so that no credential, prompt or
 * answer can reach a log through a header, a query or a body.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

export function requestLog(logger: Logger): RequestHandler {
  return pinoHttp<IncomingMessage, ServerResponse>({
    logger,
    genReqId: (_req, res) => localsOf(res).requestId,
    serializers: {
      req: (req: { id: string; method: string; url: string }) => ({
        id: req.id,
        method: req.method,
        path: req.url.split('?')[0],
      }),
      res: (res: { statusCode: number }) => ({ status: res.statusCode }),
    },
    customProps: (_req, res) => {
      const { surface, buyer, seller } = localsOf(res);
      return { surface, accountId: buyer?.accountId, sellerId: seller?._id };
    },
    customLogLevel: (_req, res, err) => (err || res.statusCode >= 500 ? 'error' : 'info'),
  });
}

function localsOf(res: ServerResponse): Express.Locals {
  return (res as Response).locals;
}
