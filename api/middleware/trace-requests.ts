/**
 * The trace of a request: the buyer's, if it sent a valid `traceparent` (API-13), and the span of
 * the request while traces are recorded.
 */
import type { RequestHandler } from 'express';
import { TRACEPARENT, formatTraceparent, parseTraceparent } from '../../domain/trace-context';
import type { Tracing } from '../../exchange/tracing/tracing';
import { whenClosed } from '../closing';

/** The client left before its answer, as in the metrics. */
const CLIENT_LEFT = 499;

export function traceRequests(tracing: Tracing): RequestHandler {
  return (req, res, next) => {
    const given = parseTraceparent(req.headers[TRACEPARENT]);
    if (!given && !tracing.isOn) return next();
    const { surface, requestId } = res.locals;
    const span = tracing.start(
      req.method,
      given ? formatTraceparent(given) : undefined,
      {
        'http.request.method': req.method,
        'tokenbook.surface': surface,
        'tokenbook.request.id': requestId,
      },
      'server',
    );
    res.locals.span = span;
    if (!tracing.isOn) return next();
    whenClosed(res, () => {
      const { route, surface: served } = res.locals;
      const status = res.writableFinished ? res.statusCode : CLIENT_LEFT;
      if (route !== undefined) {
        span.rename(`${req.method} ${route}`);
        span.set({ 'http.route': route });
      }
      span.set({ 'tokenbook.surface': served, 'http.response.status_code': status });
      span.end({ outcome: String(status), isError: status >= 500 });
    });
    next();
  };
}
