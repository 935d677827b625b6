/**
 * Answers for polling clients: an `ETag` over the relevant fields, and 304 while they are
 * unchanged.
 */
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

export interface Caching {
  readonly cacheControl: string;
  /** The field that changes without new information: it is excluded from the tag. */
  readonly changing?: string;
}

export function sendCacheable(
  req: Request,
  res: Response,
  body: object,
  { changing, cacheControl }: Caching,
): Promise<void> {
  return sendText(req, res, taggedText(body, changing), cacheControl);
}

/** @param changing the field that is excluded from the tag */
export function taggedText(body: object, changing?: string): TaggedText {
  const text = JSON.stringify(body);
  const tagged = changing === undefined ? text : JSON.stringify({ ...body, [changing]: 0 });
  return { text, tag: tagOf(tagged) };
}

/** A stored body with its tag. */
export interface TaggedText {
  readonly text: string;
  readonly tag: string;
}

/** Weak: two answers with one tag may differ in their creation time. */
export function tagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** A shorter answer fits one packet or two. */
const COMPRESSED_FROM = 2_048;

const compress = promisify(gzip);
/** Each stored body is compressed once, for all of its readers. */
const compressed = new WeakMap<TaggedText, Promise<Buffer>>();

export async function sendText(
  req: Request,
  res: Response,
  answer: TaggedText,
  cacheControl: string,
): Promise<void> {
  const { text, tag } = answer;
  res.set({ ETag: tag, 'Cache-Control': cacheControl }).vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.type('application/json');
  if (text.length < COMPRESSED_FROM || req.acceptsEncodings('gzip', 'identity') !== 'gzip') {
    res.send(text);
    return;
  }
  const bytes = compressed.get(answer) ?? compress(text);
  compressed.set(answer, bytes);
  res.set('Content-Encoding', 'gzip').send(await bytes);
}
