/** Reads a JSON body: content type, size, depth and keys are limited before any schema sees it. */
import type { Request, RequestHandler } from 'express';
import type { z } from 'zod';
import { type ErrorCode, type Failure, fail } from '../../domain/errors';
import { hasUnseen } from '../../domain/plain-text';
import { BODY_LIMITS, CHAT_LIMITS, parseBody } from '../../domain/json-body';
import { whenClosed } from '../closing';
import type { BodyMemory } from './body-memory';
import { issueText } from './issue-text';
import { receiveBody } from './receive-body';
import { senderOf } from './turns';

/** For routes with a body. Follows the credential and the rate limit. */
export function jsonBody(
  memory: BodyMemory,
  limitBytes: number,
  json = BODY_LIMITS,
  longList?: () => Failure,
): RequestHandler[] {
  return [
    requireJson,
    async (req, res, next) => {
      const share = memory.share(senderOf(req, res));
      whenClosed(res, share.release);
      const received = await receiveBody(req, { limitBytes, json, longList, share });
      if (received) req.body = parseBody(received);
      next();
    },
  ];
}

/** The bytes of a chat body, for the handler: a large one is not parsed on the event loop. */
export function chatBody(memory: BodyMemory, limitBytes: number): RequestHandler[] {
  return [
    requireJson,
    async (req, res, next) => {
      const share = memory.share(senderOf(req, res));
      const take = whenClosed(res, () => {
        delete res.locals.received;
        share.release();
      });
      const body = await receiveBody(req, { limitBytes, json: CHAT_LIMITS, share });
      res.locals.received = { body, take, release: share.release };
      next();
    },
  ];
}

/**
 * The body as parsed by its schema.
 * @throws Failure that names the first invalid field in `param`
 */
export function readBody<Schema extends z.ZodType>(req: Request, schema: Schema): z.output<Schema> {
  if (req.body === undefined) {
    throw fail('invalid_request', { message: 'A JSON body is required.' });
  }
  return parsePlain(schema, req.body);
}

/** @throws Failure that names the first unknown query parameter */
export function refuseUnknownNames(query: object, schema?: z.ZodObject): void {
  const unknown = Object.keys(query).find((name) => !schema || !Object.hasOwn(schema.shape, name));
  if (unknown === undefined) return;
  throw fail('invalid_request', {
    param: unknown,
    message: `${unknown} is not a known query parameter.`,
  });
}

const requireJson: RequestHandler = (req, _res, next) => {
  const hasBody =
    req.headers['transfer-encoding'] !== undefined ||
    Number.parseInt(req.headers['content-length'] ?? '0', 10) > 0;
  if (hasBody && !req.is('application/json')) {
    throw fail('invalid_request', { message: 'Content-Type must be application/json.' });
  }
  next();
};

/** The special codes of invalid values, by field (API-4). */
const CODE_OF_FIELD = new Map<string, ErrorCode>(
  Object.entries({
    price: 'invalid_price',
    max_price: 'invalid_price',
    price_ceiling: 'invalid_price',
    price_per_million_tokens: 'invalid_price',
    price_per_million: 'invalid_price',
    limit_price: 'invalid_price',
    capacity: 'invalid_quantity',
    quantity: 'invalid_quantity',
    quantity_tokens: 'invalid_quantity',
    tokens: 'invalid_quantity',
    available_tokens: 'invalid_quantity',
    queued_tokens: 'invalid_quantity',
    region: 'invalid_region',
    regions: 'invalid_region',
    tenor: 'invalid_tenor',
    model: 'invalid_model',
    model_id: 'invalid_model',
    supported_models: 'invalid_model',
    endpoint_url: 'invalid_endpoint_url',
  }),
);

/**
 * As parsed by the schema, without characters that no reader sees: names, reasons and labels of
 * strangers are read by people. A chat is read by its seller alone, and may have them.
 * @throws Failure that names the first invalid field
 */
export function parsePlain<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const path = unseenIn(value);
  if (!path) return parseWith(schema, value);
  throw failureOf({ code: 'custom', path, message: UNSEEN_REFUSED, input: value }, value);
}

const UNSEEN_REFUSED = 'must have no control, zero-width or bidirectional characters';

/** Where the first text with such a character is. The depth of bodies is bounded. */
function unseenIn(value: unknown): PropertyKey[] | null {
  if (typeof value === 'string') return hasUnseen(value) ? [] : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const inside = unseenIn(member);
    if (inside) return [Array.isArray(value) ? Number(name) : name, ...inside];
  }
  return null;
}

/**
 * A value as parsed by its schema.
 * @throws Failure that names the first invalid field
 */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: issueText });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw issue ? failureOf(issue, value) : fail('invalid_request');
}

function failureOf(issue: z.core.$ZodIssue, value: unknown): Failure {
  if (issue.code === 'unrecognized_keys') {
    const param = [...issue.path, issue.keys[0] ?? ''].join('.');
    return fail('invalid_request', { param, message: `${param} is not a known field.` });
  }
  const param = nameOf(issue.path);
  if (param === '') return fail('invalid_request', { message: `The body ${issue.message}.` });
  const given = valueAt(value, issue.path);
  if (issue.code !== 'custom' && (given === undefined || given === null)) {
    return fail('invalid_request', { param, message: `${param} is required.` });
  }
  const code = issue.path.map((part) => CODE_OF_FIELD.get(String(part))).find(Boolean);
  return fail(code ?? 'invalid_request', { param, message: `${param}: ${issue.message}.` });
}

/** `messages[0].role` for the path messages, 0, role. */
function nameOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[${part}]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, part) => (at as Record<PropertyKey, unknown> | null | undefined)?.[part],
    value,
  );
}
