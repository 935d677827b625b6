/** A route as the descriptions tell it; what all routes of its kind share is added in `document.ts`. */
import { z } from 'zod';
import type { ErrorCode } from '../../domain/errors';
import { uuid } from '../schemas/fields';

export interface DescribedRoute {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Relative to the base address of the surface. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly credential: 'buyer' | 'seller' | 'public';
  readonly limited?: boolean;
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** Whether the answer has an `ETag`, and 304 is answered while it is the same. */
  readonly cacheable?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Without a schema the answer is 204. */
  readonly answer?: z.ZodType;
  /** The chunks of an answer as server-sent events. */
  readonly streamed?: z.ZodType;
  /** Besides those that every route of its kind has. */
  readonly errors?: readonly ErrorCode[];
}

export const sellerPath = z.object({ id: uuid.meta({ description: 'The seller.' }) });
