/**
 * The web console: its page at `/`, its scripts and styles under `/console/`. It loads nothing from
 * elsewhere, and its policy lets a browser run nothing else.
 */
import type { Request, Response, Router } from 'express';
import { fail } from '../../domain/errors';
import type { Mode } from '../../domain/mode';
import { servePage } from '../middleware/routes';
import { ASSET_CACHING, type StaticFile, sendStatic } from '../middleware/static-file';
import { type ConsoleEntry, readConsole } from './files';

/** `'self'` covers the WebSocket of the same origin too. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE_CACHING = 'no-cache';

export function serveConsole(router: Pick<Router, 'route'>, entry: ConsoleEntry, mode: Mode): void {
  const { page, assets } = readConsole(entry, mode);
  servePage(router, '/', (req, res) => send(req, res, page, PAGE_CACHING));
  servePage(router, '/console/*path', (req, res) => {
    const { path } = req.params;
    const asset = assets.get(Array.isArray(path) ? path.join('/') : (path ?? ''));
    if (!asset) throw fail('not_found', { message: 'The console has no such file.' });
    send(req, res, asset, ASSET_CACHING);
  });
}

function send(req: Request, res: Response, file: StaticFile, caching: string): void {
  res.set('Content-Security-Policy', POLICY);
  sendStatic(req, res, file, caching);
}
