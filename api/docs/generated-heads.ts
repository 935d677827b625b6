/**
 * The head of each page under `docs/reference/errors`: status, type, text and an example body, from the
 * registry and from the function that writes error bodies. What stands below is written by hand.
 */
import { existsSync, readFileSync } from 'node:fs';
import {
  ERROR_CODES,
  type ErrorCode,
  type FailureDetails,
  fail,
  ruleOf,
} from '../../domain/errors';
import type { Surface } from '../context';
import { errorBody } from '../middleware/error-body';

const GENERATED =
  '<!-- Written by `npm run generate` from domain/errors.ts, down to the next comment. -->';
const BY_HAND = '<!-- Written by hand. -->';

const PUBLIC_URL = 'https://tokenbook.example';

/** Codes that the Buyer surface never answers. */
const FLAT: readonly ErrorCode[] = [
  'invalid_endpoint_url',
  'invalid_decisions',
  'invalid_reason',
  'seller_suspended',
  'seller_banned',
  'endpoint_already_registered',
];

/** What a body of the code usually carries. */
const EXAMPLES: Readonly<Partial<Record<ErrorCode, FailureDetails>>> = {
  invalid_request: { param: 'messages', message: 'messages is required.' },
  invalid_price: { param: 'max_price', message: 'max_price must be above zero' },
  invalid_quantity: { param: 'max_tokens' },
  invalid_region: { param: 'region' },
  invalid_tenor: { param: 'tenor' },
  invalid_model: { param: 'model' },
  invalid_endpoint_url: {
    param: 'endpoint_url',
    message: 'endpoint_url must point to a publicly routable host.',
  },
  invalid_decisions: { param: 'decisions' },
  invalid_reason: { param: 'decisions[0].reason' },
};

/** Every page by its path: its head as it has to be, and the rest as it is. */
export function generatedErrorPages(): Record<string, string> {
  return Object.fromEntries(
    ERROR_CODES.map((code) => {
      const path = `docs/reference/errors/${code}.md`;
      const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
      const at = text.indexOf(BY_HAND);
      return [path, `${headOf(code)}\n\n${at < 0 ? `${BY_HAND}\n` : text.slice(at)}`];
    }),
  );
}

function headOf(code: ErrorCode): string {
  const { status, type, message, retry, mayWait } = ruleOf(code);
  const surface: Surface = FLAT.includes(code) ? 'market' : 'buyer';
  const body = errorBody(fail(code, EXAMPLES[code]), surface, PUBLIC_URL);
  const unless = mayWait ? ', unless it carries `Retry-After`' : '';
  const never = `The answer carries \`x-should-retry: false\`${unless}: stock clients do not send the request again by themselves.`;
  return [
    `# \`${code}\``,
    GENERATED,
    `HTTP ${status}, \`error.type\` \`${type}\`. ${message}${retry === 'never' ? ` ${never}` : ''}`,
    `\`\`\`json\n${JSON.stringify(body, null, 2)}\n\`\`\``,
  ].join('\n\n');
}
