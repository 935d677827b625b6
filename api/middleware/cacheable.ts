/**
 * Answers for polling clients: an `ETag` over the relevant fields, and 304 while they are
 * unchanged.
 */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { compress, isCompressed } from './compressed-json';

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
  /** JSON without it. */
  readonly type?: 'text/csv';
}

/** Weak: two answers with one tag may differ in their creation time. */
export function tagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

/** Each stored body is compressed once, for all of its readers. */
const compressed = new WeakMap<TaggedText, Promise<Buffer>>();

export async function sendText(
  req: Request,
  res: Response,
  answer: TaggedText,
  cacheControl: string,
): Promise<void> {
  const { text, tag, type = 'application/json' } = answer;
  res.set({ ETag: tag, 'Cache-Control': cacheControl }).vary('Accept-Encoding');
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.type(type);
  if (!isCompressed(req, text)) {
    res.send(text);
    return;
  }
  const bytes = compressed.get(answer) ?? compress(text);
  compressed.set(answer, bytes);
  res.set('Content-Encoding', 'gzip').send(await bytes);
}
