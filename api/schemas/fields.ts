/**
 * Fields shared by several bodies: their validation, their parsed form, their description.
 * `domain/` defines the rules; a schema only states where they apply. An optional field with null
 * counts as omitted.
 */
import { z } from 'zod';
import { parseInstrument } from '../../domain/instruments';
import { MONEY_LIMIT_SCALE8, parsePrice, parseScale8 } from '../../domain/money';
import { QUANTITY_TOKENS_MAX, checkQuantity } from '../../domain/quantities';
import { REGIONS } from '../../domain/regions';
import { TENORS } from '../../domain/tenors';

/** Constraints of a decimal string above zero that a generated client can check. */
export const decimalPattern = (decimals: number) =>
  `^(?=.*[1-9])[0-9]{1,15}(\\.[0-9]{1,${decimals}}0*)?$`;

/** A price per 1,000 tokens; becomes scale 8. */
export const pricePerThousand = (param: string) =>
  z
    .string()
    .transform((text) => parsePrice(text, 'perThousand', param))
    .meta({
      description: 'USD per 1,000 tokens: a decimal string with at most 8 decimals, above zero.',
      pattern: decimalPattern(8),
      example: '0.0006',
    });

/** A price per 1,000,000 tokens; becomes scale 8 per 1,000 tokens. */
export const pricePerMillion = (param: string) =>
  z
    .string()
    .transform((text) => parsePrice(text, 'perMillion', param))
    .meta({
      description:
        'USD per 1,000,000 tokens: a decimal string with at most 5 decimals, above zero.',
      pattern: decimalPattern(5),
      example: '0.6',
    });

/** An amount of money above zero; becomes scale 8. */
export const amount = z
  .string()
  .transform((text, ctx) => {
    const scale8 = parseScale8(text);
    if (scale8 !== null && scale8 > 0n && scale8 <= MONEY_LIMIT_SCALE8) return scale8;
    ctx.addIssue({
      code: 'custom',
      message: 'must be a decimal string above zero, with at most 8 decimals, up to 90000000000',
    });
    return z.NEVER;
  })
  .meta({ description: 'USD, a decimal string with at most 8 decimals.', example: '25.00' });

/** Valid in headers and logs. */
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** An instrument string before it is trimmed and lower-cased. */
export const INSTRUMENT_PATTERN = '^ *[A-Za-z0-9._:/@-]{1,128} *$';

export const instrument = (param: string) =>
  z
    .string()
    .transform((text) => parseInstrument(text, param))
    .meta({
      description: 'An instrument string; trimmed and lower-cased.',
      pattern: INSTRUMENT_PATTERN,
      example: 'llama-3.3-70b',
    });

export const quantityTokens = (param: string) =>
  z
    .number()
    .transform((value) => checkQuantity(value, param))
    .meta({
      description: 'Tokens: a whole number from 1 to 10^12.',
      multipleOf: 1,
      minimum: 1,
      maximum: QUANTITY_TOKENS_MAX,
      example: 1_000_000,
    });

/** A number of tokens that may be zero. */
export const tokenCount = (description: string) =>
  z.number().int().min(0).max(QUANTITY_TOKENS_MAX).meta({ description, example: 250_000 });

export const region = z.enum(REGIONS).meta({ description: 'A region of execution.' });

export const tenor = z.enum(TENORS).meta({
  description:
    'Delivery window: `spot`, or the length of a window that starts at the next boundary.',
});

const LIFETIME_SECONDS_MAX = 10 * 365 * 86_400;

/** The lifetime of an ask. */
export const lifetimeSeconds = z
  .number()
  .int()
  .min(1)
  .max(LIFETIME_SECONDS_MAX)
  .meta({ description: 'Lifetime in seconds, at most ten years.', example: 300 });

export const timestamp = z.string().meta({
  description: 'RFC 3339, UTC.',
  format: 'date-time',
  example: '2026-01-31T12:00:00.000Z',
});

export const uuid = z.string().meta({ format: 'uuid' });

export const shortText = (lengthMax: number) =>
  z
    .string()
    .refine((text) => text.trim() !== '', 'must not be empty')
    .refine((text) => [...text].length <= lengthMax, `must have at most ${lengthMax} characters`)
    .meta({ minLength: 1, maxLength: lengthMax, pattern: '\\S' });
