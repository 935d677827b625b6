/** Response headers in the descriptions. */
export function header(description: string, type: 'integer' | 'string', example?: unknown): object {
  return { description, schema: { type }, ...(example === undefined ? {} : { example }) };
}

export const REQUEST_ID = {
  'x-request-id': header('Id of the request: echoed, or made.', 'string', 'req-7f3a'),
};

export const QUOTA_HEADERS = {
  RateLimit: header('Requests left in the current window.', 'integer', 59),
  'RateLimit-Policy': header('`<limit>;w=<seconds>`', 'string', '60;w=60'),
};

export const CACHE_HEADERS = {
  ETag: header('Names this answer in `If-None-Match`.', 'string', 'W/"0XhS2mTr4b7kq1vZc9dE3A"'),
  'Cache-Control': header('How long it may be used again.', 'string', 'public, max-age=1'),
};

export const FILL_HEADERS = {
  'x-fill-id': header(
    'Id of the fill, as in the answer and on the statement.',
    'string',
    '0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f',
  ),
};

export const RETRY_AFTER = {
  'Retry-After': header('Whole seconds to wait, at least 1.', 'integer', 1),
};

/** For answers that clients must not retry automatically. */
export const SHOULD_RETRY = {
  'x-should-retry': header(
    '`false`: the same request, sent again at once, cannot succeed.',
    'string',
    'false',
  ),
};
