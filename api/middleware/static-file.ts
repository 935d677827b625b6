/** Files that the build wrote, for browsers: compressed where they ask for it, and only when changed. */
import { extname } from 'node:path';
import type { Request, Response } from 'express';
import { tagOf } from './cacheable';

export type Encoding = 'br' | 'gzip' | 'identity';

type Content = Readonly<Partial<Record<Encoding, Buffer>>> & { readonly identity: Buffer };

export interface StaticFile {
  readonly type: string;
  readonly tag: string;
  /** The content by its encoding; `identity` is always there. */
  readonly content: Content;
}

/** The name of an asset contains the hash of its content. */
export const ASSET_CACHING = 'public, max-age=31536000, immutable';

/** In the order of preference. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip', 'identity'];

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Whether the file is one that browsers load. */
export function hasMediaType(path: string): boolean {
  return Object.hasOwn(TYPES, extname(path));
}

export function staticFile(path: string, content: Content): StaticFile {
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    tag: tagOf(content.identity.toString('base64')),
    content,
  };
}

export function sendStatic(req: Request, res: Response, file: StaticFile, caching: string): void {
  res.set({ 'Cache-Control': caching, ETag: file.tag, Vary: 'Accept-Encoding' });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const known = ENCODINGS.filter((encoding) => file.content[encoding]);
  const encoding = (req.acceptsEncodings([...known]) || 'identity') as Encoding;
  if (encoding !== 'identity') res.set('Content-Encoding', encoding);
  res.set('Content-Type', file.type).send(file.content[encoding]);
}
