/** Fields of answers, each with its unit. */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { timestamp, uuid } from './fields';

/** A price per 1,000 tokens. */
export const usdPerThousand = (what = '') =>
  z.string().meta({ description: inUnit(what, 'USD per 1,000 tokens'), example: '0.0006' });

/** A price per 1,000,000 tokens. */
export const usdPerMillion = (what = '') =>
  z.string().meta({ description: inUnit(what, 'USD per 1,000,000 tokens'), example: '0.6' });

/** An amount of money. */
export const usd = (what = '') =>
  z.string().meta({ description: inUnit(what, 'USD'), example: '12.5' });

/** A whole number of tokens. */
export const tokens = (what = '') =>
  z
    .number()
    .int()
    .meta({ description: inUnit(what, 'Tokens'), example: 100_000 });

/** A whole number of anything else. */
export const count = (description: string, example = 1) =>
  z.number().int().meta({ description, example });

export const textField = (description: string, example?: string) =>
  z.string().meta({ description, ...(example === undefined ? {} : { example }) });

/** So that an answer's ids need no further look-up. */
export const names = z
  .record(z.string(), z.string())
  .meta({ description: 'Names of the accounts and sellers that the answer has by id.' });

export const waitingFor = textField(
  'What an open order waits for, in a sentence; null once it has ended.',
  'the answer of seller 01a1fd69-d1dc-71cf-bfc9-ea49bf9c1851 to attempt 1, since 2026-06-01T12:00:00.000Z',
).nullable();

export const instrumentText = z
  .string()
  .meta({ description: 'An instrument string.', example: 'llama-3.3-70b' });

export const regionOf = (what: string) => z.enum(REGIONS).meta({ description: `${what}.` });

export const venueClass = z
  .enum(['prime', 'standard', 'basic', 'unrated'])
  .meta({ description: 'Tier of the venue, by its reputation.' });

export const idOf = (what: string) =>
  uuid.meta({
    description: `Id of the ${what}.`,
    example: '0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f',
  });

export const timeField = (what: string) =>
  timestamp.meta({ description: `${what}; RFC 3339, UTC.`, example: '2026-01-31T12:00:00.000Z' });

function inUnit(what: string, unit: string): string {
  return what === '' ? `${unit}.` : `${what.replace(/\.$/, '')}. ${unit}.`;
}
