/**
 * Paths as clients write them: base URLs that end with a slash make double slashes, and names of
 * models have slashes of their own.
 */
import type { RequestHandler } from 'express';

const MODEL = /^((?:\/buyer)?\/v1\/models\/)([^?]+)/;

/** Of a target as a client sends it to a proxy; it is of the host that the request names. */
const ORIGIN = /^https?:\/\/[^/]*/i;

export const lenientPaths: RequestHandler = function readPath(req, _res, next) {
  const [path = '', ...query] = req.url.split('?');
  const single = path.replace(ORIGIN, '').replace(/\/{2,}/g, '/');
  const named = single.replace(MODEL, (_whole, start: string, name: string) =>
    start.concat(name.replaceAll('/', '%2F')),
  );
  if (named !== path) req.url = [named, ...query].join('?');
  next();
};

/** Ends of the addresses that clients of OpenAI's API ask. */
const CALLS = /\/(?:chat\/completions|completions|models|responses|embeddings|messages)\/?$/;

/** What a client with a wrong base URL should use; null for a path that no such client asks. */
export function rightBaseUrl(path: string, publicUrl: string | undefined): string | null {
  return CALLS.test(path) ? `${publicUrl ?? ''}/v1` : null;
}
