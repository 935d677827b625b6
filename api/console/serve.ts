/**
 * The web console: its page at `/`, its scripts and styles under `/console/`. It loads nothing from
 * elsewhere, and its policy lets a browser run nothing else.
 */
import type { Request, Response, Router } from 'express';
import { fail } from '../../domain/errors';
import type { Mode } from '../../domain/mode';
import { servePage } from '../middleware/routes';
import { type ConsoleEntry, type ConsoleFile, type Encoding, readConsole } from './files';

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
/** The name of an asset contains the hash of its content. */
const ASSET_CACHING = 'public, max-age=31536000, immutable';

/** In the order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

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

function send(req: Request, res: Response, file: ConsoleFile, caching: string): void {
  res.set({
    'Cache-Control': caching,
    'Content-Security-Policy': POLICY,
    ETag: file.tag,
    Vary: 'Accept-Encoding',
  });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const known = ENCODINGS.filter((encoding) => file.content[encoding]);
  const encoding = (req.acceptsEncodings([...known]) || 'identity') as Encoding;
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.set('Content-Type', file.type).send(file.content[encoding]);
}
