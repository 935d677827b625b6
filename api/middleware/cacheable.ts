/** Answers that clients poll: an `ETag` over what matters in them, and 304 while that is the same. */
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';

export interface Caching {
  readonly cacheControl: string;
  /** The field that differs each time without any news: it is left out of the tag. */
  readonly changing?: string;
}

export function sendCacheable(req: Request, res: Response, body: object, caching: Caching): void {
  sendText(req, res, { ...taggedText(body, caching.changing), cacheControl: caching.cacheControl });
}

/** @param changing the field that is left out of the tag */
export function taggedText(body: object, changing?: string): TaggedText {
  const text = JSON.stringify(body);
  const tagged = changing === undefined ? text : JSON.stringify({ ...body, [changing]: 0 });
  return { text, tag: tagOf(tagged) };
}

/** A body that is kept with its tag. */
export interface TaggedText {
  readonly text: string;
  readonly tag: string;
}

/** Weak: two answers of one tag may differ in the moment that they were made at. */
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
