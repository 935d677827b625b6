/**
 * One endpoint has many spellings, and each of them is answered by the same machine. Its identity is
 * what is asked: a seller that has registered it under one spelling has registered it under all of them
 * (SELLER-4).
 */
import { CHAT_ROUTE, chatPath, isLoopbackHost } from './endpoint-url';
import { withoutTrailing } from './trailing';
import { canParseUrl } from './can-parse-url';

/** Characters that a server reads alike with and without an escape; the others divide a URL. */
const READ_ALIKE = /^[!-~]$/;
const DIVIDING = new Set(['/', '?', '#', '%', '\\']);

/**
 * Scheme, host in lower case without a trailing dot, port unless it is the default, and path without
 * superfluous escapes and slashes and without the chat route; no query and no fragment. The names
 * and addresses of loopback are one host. Two endpoints have one identity when their requests meet
 * the same route.
 * @param endpointUrl as it was given; a text that is no URL is its own identity
 */
export function endpointIdentity(endpointUrl: string): string {
  if (!canParseUrl(endpointUrl)) return endpointUrl;
  const url = new URL(endpointUrl);
  const host = withoutTrailing(url.hostname, '.');
  const port = url.port === '' ? '' : `:${url.port}`;
  const origin = `${url.protocol}//${isLoopbackHost(host) ? 'localhost' : host}${port}`;
  const asked = withoutTrailing(chatPath(plainPath(url.pathname)), '/');
  const base = asked.slice(0, -CHAT_ROUTE.length);
  return origin + (chatPath(base) === asked ? base : asked);
}

function plainPath(path: string): string {
  const unescaped = path.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    const isAlike = READ_ALIKE.test(character) && !DIVIDING.has(character);
    return isAlike ? character : escape.toUpperCase();
  });
  return withoutTrailing(unescaped.replace(/\/+/g, '/'), '/');
}
