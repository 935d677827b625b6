/** Names the mode in every answer of test mode, so that no client takes it for the live market. */
import type { RequestHandler } from 'express';
import type { Mode } from '../../domain/mode';

export const MODE_HEADER = 'Tokenbook-Mode';

export function modeHeader(mode: Mode): RequestHandler {
  return (_req, res, next) => {
    if (mode === 'test') res.set(MODE_HEADER, mode);
    next();
  };
}
