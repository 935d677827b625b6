/** The client of Tokenbook, an exchange for language-model inference capacity. */
export type * from './generated/types';
export { Tokenbook } from './tokenbook';
export type { RequestOptions, TokenbookOptions } from './transport';
export {
  ApiConnectionError,
  ApiError,
  ApiTimeoutError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  InternalServerError,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  type Refusal,
  TokenbookError,
  UnprocessableEntityError,
} from './errors';
export { type WebhookHeaders, WebhookSignatureError, verifyWebhook } from './webhooks';
