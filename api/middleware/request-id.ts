/**
 * `x-request-id`: the caller's when it is valid for headers and logs, otherwise a new one (API-7).
 */
import type { RequestHandler } from 'express';
import { newId } from '../../domain/new-id';
import { REQUEST_ID } from '../schemas/fields';

export const requestId: RequestHandler = (req, res, next) => {
  res.locals.requestId = requestIdOf(req.get('x-request-id'));
  res.set('x-request-id', res.locals.requestId);
  next();
};

export function requestIdOf(given: unknown): string {
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId();
}
