/**
 * A route, declared once: the router, the validation of its input, the descriptions and the pages
 * are made from its declaration. Handlers are bound to declarations in the surfaces.
 */
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../../domain/errors';
import type { QuotaName } from '../middleware/rate-limit';
import { uuid } from '../schemas/fields';

export const METHODS = ['get', 'post', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** Who may call a route. `ownSeller`: the seller that the `{id}` in the path names. */
export type Credential =
  'public' | 'buyer' | 'buyerOrTicket' | 'seller' | 'ownSeller' | 'operator' | 'operatorOrSession';

/** How a body is received: its size, its structure, and whether the handler parses it itself. */
export type BodyReader = 'body' | 'decisionsBody' | 'codecBody' | 'chatBody';

export interface DeclaredRoute {
  readonly method: Method;
  /** Relative to the base address of the surface; parameters in braces. */
  readonly path: string;
  /** The group that it belongs to in the descriptions. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly credential: Credential;
  readonly quota?: QuotaName;
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** Whether the answer has an `ETag`, and 304 is answered while it is the same. */
  readonly cacheable?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** By default `body`. A `chatBody` is not parsed before the handler. */
  readonly reader?: BodyReader;
  /** Without a schema, and without `texts`, the answer is 204. */
  readonly answer?: z.ZodType;
  /** Media types of answers that are plain text. */
  readonly texts?: readonly string[];
  /** Answers of another status than 200 that are no errors of the registry. */
  readonly otherAnswers?: Readonly<Record<number, { description: string; schema: z.ZodType }>>;
  /** The chunks of an answer as server-sent events. */
  readonly streamed?: z.ZodType;
  /** Besides those that every route of its kind has. */
  readonly errors?: readonly ErrorCode[];
  /** What is sent and answered, as clients see it. */
  readonly example?: {
    readonly body?: unknown;
    readonly answer?: unknown;
    readonly streamed?: unknown;
  };
}

/** The routes of a surface by their `operationId`. */
export type Routes = Readonly<Record<string, DeclaredRoute>>;

type Parsed<Route, Part extends string> =
  Route extends Readonly<Record<Part, infer Schema extends z.ZodType>> ? z.output<Schema> : unknown;

/** What the schemas of a declaration make of a request. */
export interface Input<Route> {
  readonly params: Parsed<Route, 'params'>;
  readonly query: Parsed<Route, 'query'>;
  readonly body: Route extends { readonly reader: 'chatBody' } ? unknown : Parsed<Route, 'body'>;
}

type AnswerOf<Route> = Route extends { readonly answer: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;

/** Answers a request whose credential, quota, body and query were checked. */
export type RouteHandler<in Route = unknown> = (
  req: Request,
  res: Response<AnswerOf<Route>>,
  input: Input<Route>,
) => unknown;

/** A handler with checks of its own before it. */
export interface HandlerWithChecks<in Route = never> {
  /** Before the credential. */
  readonly first?: RequestHandler;
  /** The check of a credential that only this route has. */
  readonly credential?: RequestHandler;
  /** Behind the quota, before the body. */
  readonly beforeBody?: RequestHandler;
  /** On the body as it was received, before its schema. */
  readonly beforeSchema?: (req: Request) => void;
  readonly handler: RouteHandler<Route> | RequestHandler;
}

export type Bound<Route = unknown> =
  RouteHandler<Route> | HandlerWithChecks<Route> | RequestHandler;

/** One handler for each declared route, and none for a route that is not declared. */
export type Handlers<All extends Routes> = {
  readonly [OperationId in keyof All]: Bound<All[OperationId]>;
};

export const sellerPath = z.object({ id: uuid.meta({ description: 'The seller.' }) });
