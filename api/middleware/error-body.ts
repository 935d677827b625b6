/** The two shapes of an error body (API-2), written by one middleware. */
import type { Response } from 'express';
import type { AskedSeller } from '../../domain/asked-sellers';
import { type Failure, type FailureNumbers, documentationUrl } from '../../domain/errors';
import type { Surface } from '../context';

/** Buyer surface: the stock OpenAI clients read only the nested object. */
export interface NestedErrorBody {
  readonly code: string;
  readonly message: string;
  readonly error: {
    readonly message: string;
    readonly type: string;
    readonly code: string;
    readonly param: string | null;
    readonly numbers?: FailureNumbers;
    readonly sellers_asked?: readonly AskedSeller[];
    readonly documentation_url: string;
  };
}

/** Every other surface: `message` and `error` have the same text. */
export interface FlatErrorBody {
  readonly code: string;
  readonly message: string;
  readonly error: string;
  readonly param?: string;
  readonly numbers?: FailureNumbers;
  readonly documentation_url: string;
}

/** @param publicUrl base of the link to the code's page; a path without it */
export function errorBody(
  failure: Failure,
  surface: Surface,
  publicUrl: string | undefined,
): NestedErrorBody | FlatErrorBody {
  const { code, message, param, numbers, asked } = failure;
  const link = {
    ...(numbers === undefined ? {} : { numbers }),
    documentation_url: documentationUrl(code, publicUrl),
  };
  if (surface === 'buyer') {
    const known = { message, type: failure.rule.type, code, param: param ?? null };
    const error = { ...known, ...(asked === undefined ? {} : { sellers_asked: asked }), ...link };
    return { code, message, error };
  }
  return { code, message, error: message, ...(param === undefined ? {} : { param }), ...link };
}

/** Status, headers and body of a refusal, in the shape of the request's surface. */
export function sendFailure(res: Response, failure: Failure): void {
  const { rule, status, retryAfterSeconds } = failure;
  // A time to wait says that the same request may succeed after all.
  if (rule.retry === 'never' && retryAfterSeconds === undefined) res.set('x-should-retry', 'false');
  if (retryAfterSeconds !== undefined) {
    res.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterSeconds))));
  }
  res.status(status).json(errorBody(failure, res.locals.surface, res.app.locals.publicUrl));
}
