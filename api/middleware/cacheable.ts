/**
 * Answers for polling clients: an `ETag` over the relevant fields, and 304 while they are
 * unchanged.
 */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

export interface Caching {
  readonly cacheControl: string;
  /** The field that changes without new information: it is excluded from the tag. */
  readonly changing?: string;
}

export function sendCacheable(req: Request, res: Response, body: object, caching: Caching): void {
  sendText(req, res, { ...taggedText(body, caching.changing), cacheControl: caching.cacheControl });
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

export function sendText(
  req: Request,
  res: Response,
  { text, tag, cacheControl }: TaggedText & { readonly cacheControl: string },
): void {
  res.set({ ETag: tag, 'Cache-Control': cacheControl });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  res.type('application/json').send(text);
}
