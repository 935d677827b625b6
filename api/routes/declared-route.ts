/**
 * A route is declared once: the router, its input validation, the descriptions and the pages are
 * generated from the declaration. The surfaces bind handlers to declarations.
 */
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../../domain/errors';
import type { QuotaName } from '../middleware/rate-limit';
import { uuid } from '../schemas/fields';

export const METHODS = ['get', 'post', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/**
 * Who may call a route. `buyer`: a key that is not limited to requests, and no key of kind `manage` unless
 * it reads; `managerKey`: only those. `ownSeller`: the seller named by the `{id}` in the path.
 */
export type Credential =
  | 'public'
  | 'buyer'
  | 'anyBuyerKey'
  | 'managerKey'
  | 'buyerOrTicket'
  | 'seller'
  | 'ownSeller'
  | 'operator'
  | 'operatorOrSession';

/** How a body is received: its size, its structure, and whether the handler parses it itself. */
export type BodyReader = 'body' | 'decisionsBody' | 'codecBody' | 'chatBody';

export interface DeclaredRoute {
  readonly method: Method;
  /** Relative to the base address of the surface; parameters in braces. */
  readonly path: string;
  /** Its group in the descriptions. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly credential: Credential;
  readonly quota?: QuotaName;
  /** Whether `Idempotency-Key` is honoured. */
  readonly idempotent?: boolean;
  /** Whether the answer has an `ETag`, with 304 while it is unchanged. */
  readonly cacheable?: boolean;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Undeclared names in the query are ignored: load balancers add some. */
  readonly anyQuery?: true;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** By default `body`. A `chatBody` is not parsed before the handler. */
  readonly reader?: BodyReader;
  /** Without a schema and without `texts` the answer is 204. */
  readonly answer?: z.ZodType;
  /** Media types of plain-text answers. */
  readonly texts?: readonly string[];
  /** Answers with a status other than 200 that are not errors of the registry. */
  readonly otherAnswers?: Readonly<Record<number, { description: string; schema: z.ZodType }>>;
  /** The chunks of an answer as server-sent events. */
  readonly streamed?: z.ZodType;
  /** In addition to those of every route of its kind. */
  readonly errors?: readonly ErrorCode[];
  /** An example request and answer, as clients see them. */
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

/** A request's input, as parsed by the declaration's schemas. */
export interface Input<Route> {
  readonly params: Parsed<Route, 'params'>;
  readonly query: Parsed<Route, 'query'>;
  readonly body: Route extends { readonly reader: 'chatBody' } ? unknown : Parsed<Route, 'body'>;
}

type AnswerOf<Route> = JsonOf<Route> | TextOf<Route>;

/** Undefined where the answer is 204 or a text. */
type JsonOf<Route> = Route extends { readonly answer: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : undefined;

type TextOf<Route> = Route extends { readonly texts: readonly string[] } ? string : never;

/** Answers a request after the checks of credential, quota, body and query. */
export type RouteHandler<in Route = unknown> = (
  req: Request,
  res: Response<AnswerOf<Route>>,
  input: Input<Route>,
) => unknown;

/** A handler with additional checks. */
export interface HandlerWithChecks<in Route = never> {
  /** Before the credential. */
  readonly first?: RequestHandler;
  /** The check of a credential that only this route has. */
  readonly credential?: RequestHandler;
  /** After the quota, before the body. */
  readonly beforeBody?: RequestHandler;
  /** On the raw body, before its schema. */
  readonly beforeSchema?: (req: Request) => void;
  readonly handler: RouteHandler<Route>;
}

export type Bound<Route = unknown> = RouteHandler<Route> | HandlerWithChecks<Route>;

/** Exactly one handler for each declared route. */
export type Handlers<All extends Routes> = {
  readonly [OperationId in keyof All]: Bound<All[OperationId]>;
};

export const sellerPath = z.object({ id: uuid.meta({ description: 'The seller.' }) });
