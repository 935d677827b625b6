/** How refusals are described: one response per status, with every code that it can carry. */
import { z } from 'zod';
import { type ErrorCode, documentationUrl, ruleOf } from '../../domain/errors';
import type { Surface } from '../context';

const documentation = z.string().meta({
  description:
    'The page about the code: what it means, why it happens, what to do. Absolute when the exchange has a public address (`PUBLIC_URL`), else a path on the same server.',
  format: 'uri-reference',
  example: documentationUrl('not_found', 'https://tokenbook.example'),
});

const nestedErrorSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    error: z.object({
      message: z.string(),
      type: z.string(),
      code: z.string(),
      param: z.string().nullable(),
      documentation_url: documentation,
    }),
  })
  .meta({ id: 'Error', description: 'The nested object is what the stock OpenAI clients read.' });

const flatErrorSchema = z
  .object({
    code: z.string(),
    message: z.string(),
    error: z.string().meta({ description: 'The same text as `message`.' }),
    param: z.string().optional().meta({ description: 'The field at fault.' }),
    documentation_url: documentation,
  })
  .meta({ id: 'Error' });

const RETRY_AFTER = header('Whole seconds to wait, at least 1.', 'integer');

const WAIT_HEADERS: Partial<Record<ErrorCode, Record<string, object>>> = {
  rate_limited: { RateLimit: header('Remaining quota: 0.', 'integer'), 'Retry-After': RETRY_AFTER },
};

/** Where a client that repeats by itself must be told not to. */
const SHOULD_RETRY = header(
  '`false`: the same request, sent again at once, cannot succeed.',
  'string',
);

function headersOf(code: ErrorCode): Record<string, object> {
  const never = ruleOf(code).retry === 'never';
  return { ...WAIT_HEADERS[code], ...(never ? { 'x-should-retry': SHOULD_RETRY } : {}) };
}

export function header(description: string, type: 'integer' | 'string'): object {
  return { description, schema: { type } };
}

export function errorResponses(surface: Surface, codes: readonly ErrorCode[]) {
  const schema = surface === 'buyer' ? nestedErrorSchema : flatErrorSchema;
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set(codes)) {
    const { status } = ruleOf(code);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const entries = [...byStatus].map(([status, carried]) => [
    status,
    {
      description: carried.map((code) => `\`${code}\`: ${ruleOf(code).message}`).join(' '),
      headers: Object.assign({}, ...carried.map(headersOf)),
      content: { 'application/json': { schema } },
    },
  ]);
  return Object.fromEntries(entries) as Record<string, ErrorResponse>;
}

interface ErrorResponse {
  description: string;
  headers: Record<string, object>;
  content: { 'application/json': { schema: z.ZodType } };
}
