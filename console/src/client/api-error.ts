/** What a surface refused, or that it did not answer: one class for every client. */

interface ErrorBody {
  readonly code?: string;
  readonly message?: string;
  readonly param?: string;
  readonly documentation_url?: string;
  readonly error?: string | { readonly documentation_url?: string; readonly param?: string | null };
}

export interface Refusal {
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly param: string | null;
  /** Leads to the page of the code, on this server. */
  readonly documentationUrl: string | null;
  readonly requestId: string | null;
  readonly mayRetry: boolean;
  readonly retryAfterMs: number | null;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly param: string | null;
  readonly documentationUrl: string | null;
  readonly requestId: string | null;
  readonly mayRetry: boolean;
  readonly retryAfterMs: number | null;

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options);
    this.status = refusal.status;
    this.code = refusal.code;
    this.param = refusal.param;
    this.documentationUrl = refusal.documentationUrl;
    this.requestId = refusal.requestId;
    this.mayRetry = refusal.mayRetry;
    this.retryAfterMs = refusal.retryAfterMs;
  }

  static unreachable(cause: unknown): ApiError {
    return new ApiError(
      {
        status: 0,
        code: 'unreachable',
        message: 'The exchange does not answer. Check the connection.',
        param: null,
        documentationUrl: null,
        requestId: null,
        mayRetry: true,
        retryAfterMs: null,
      },
      { cause },
    );
  }

  /** @param body as it was parsed; anything, if it did not come from the exchange */
  static from(response: Response, body: unknown): ApiError {
    const { code, message, param, documentation_url, error } = (
      typeof body === 'object' && body !== null ? body : {}
    ) as ErrorBody;
    const nested = typeof error === 'object' ? error : {};
    const { status, headers } = response;
    return new ApiError({
      status,
      code: code ?? `http_${status}`,
      message: messageForPeople(message ?? `The exchange answered with status ${status}.`),
      param: param ?? nested.param ?? null,
      documentationUrl: pathOf(documentation_url ?? nested.documentation_url),
      requestId: headers.get('x-request-id'),
      mayRetry: mayRetry(status, headers.get('x-should-retry')),
      retryAfterMs: retryAfterMs(headers.get('retry-after')),
    });
  }
}

/** The parameter of a refused price is for programs: it is per 1,000 tokens. */
export function messageForPeople(message: string): string {
  return message.replace(/ \(max_price [\d.]+\)/, '');
}

/** Whether this error says that the key is not, or no longer, valid. */
export function isKeyRefused(err: unknown): boolean {
  return err instanceof ApiError && err.status === 401;
}

function mayRetry(status: number, advice: string | null): boolean {
  if (advice !== null) return advice === 'true';
  return status === 429 || status >= 500;
}

/** Seconds, or a date. */
function retryAfterMs(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - Date.now());
}

/** A page of this server: the link must not lead a reader elsewhere. */
function pathOf(link: string | undefined): string | null {
  if (link === undefined || !URL.canParse(link, location.origin)) return null;
  return new URL(link, location.origin).pathname;
}
