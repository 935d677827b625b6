/** Describes an invalid value for its sender; follows the name of the field. */
import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;
type SizeIssue = Extract<Issue, { code: 'too_small' | 'too_big' }>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** The counted parts of strings and lists. */
const PARTS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
};

/** A schema's own text takes precedence. */
export function issueText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return mustBe(TYPES[issue.expected]);
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return sizeText(issue, 'at least', 'above', issue.minimum);
    case 'too_big':
      return sizeText(issue, 'at most', 'below', issue.maximum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format': // a pattern brings its own text
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'unrecognized_keys':
    case 'custom':
      return mustBe(undefined);
  }
}

function mustBe(what: string | undefined): string {
  return what === undefined ? 'is not in a form that is known here' : `must be ${what}`;
}

function sizeText(
  { origin, inclusive = true }: SizeIssue,
  within: string,
  beyond: string,
  limit: number | bigint,
): string {
  const parts = PARTS[origin];
  if (parts) return `must have ${within} ${limit} ${parts[Number(limit) === 1 ? 0 : 1]}`;
  return `must be ${inclusive ? within : beyond} ${limit}`;
}
