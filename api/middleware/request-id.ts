/**
 * `x-request-id`: the caller's when it is valid for headers and logs, otherwise a new one (API-7).
 */
import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

const FIT = /^[A-Za-z0-9._:-]{1,128}$/;

export const requestId: RequestHandler = (req, res, next) => {
  res.locals.requestId = requestIdOf(req.get('x-request-id'));
  res.set('x-request-id', res.locals.requestId);
  next();
};

export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && FIT.test(given) ? given : randomUUID();
}
