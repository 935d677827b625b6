/** Bodies of registration, profile and capacity reports (SELLER-3, SELLER-8). */
import { z } from 'zod';
import { parseInstrument } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import {
  INSTRUMENT_PATTERN,
  instrument,
  region,
  shortText,
  timestamp,
  tokenCount,
  uuid,
} from './fields';

const MODELS_MAX = 500;
const NAME_LENGTH_MAX = 200;
export const API_KEY_LENGTH_MAX = 512;

/** An instrument as the seller spells it. */
interface NamedModel {
  readonly modelId: string;
  readonly name: string;
}

const modelName = (param: string) =>
  z
    .string()
    .transform((text): NamedModel => ({ modelId: parseInstrument(text, param), name: text.trim() }))
    .meta({ description: 'An instrument string.', pattern: INSTRUMENT_PATTERN });

/** Of several spellings of one instrument the first one. */
function oncePerInstrument(models: readonly NamedModel[]): NamedModel[] {
  const first = new Map<string, NamedModel>();
  for (const model of models) if (!first.has(model.modelId)) first.set(model.modelId, model);
  return [...first.values()];
}

export const registerSchema = z
  .strictObject({
    name: shortText(NAME_LENGTH_MAX),
    endpoint_url: z.string().meta({
      description:
        'Absolute https URL of a public host, where chat completions are served. Identifies the seller.',
      example: 'https://inference.example.com/v1',
    }),
    supported_models: z
      .array(modelName('supported_models'))
      .min(1)
      .max(MODELS_MAX)
      .transform(oncePerInstrument)
      .meta({
        description:
          'Instrument strings. Books and records have them in lower case; requests to the endpoint have them as they stand here.',
        example: ['llama-3.3-70b'],
      }),
    api_key: z
      .string()
      .min(1)
      .max(API_KEY_LENGTH_MAX)
      .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII, as a header is')
      .meta({ description: 'Chosen by the caller; sent later as `X-Seller-API-Key`.' }),
    regions: z
      .array(region)
      .max(REGIONS.length)
      .nullish()
      .transform((regions) => (regions ? [...new Set(regions)] : null))
      .meta({ description: 'Where the endpoint serves. An ask must be of one of them.' }),
  })
  .meta({ id: 'RegisterSeller' });

const sellerFields = {
  seller_id: uuid,
  name: z.string(),
  endpoint_url: z.string(),
  supported_models: z.array(z.string()),
  regions: z.array(z.string()),
  registered_at: timestamp,
};

export const sellerSchema = z
  .object({ ...sellerFields, api_key: z.string() })
  .meta({ id: 'Seller' });

export const profileSchema = z
  .object({
    ...sellerFields,
    standing: z.enum(['Active', 'Probation', 'Suspended', 'Banned']),
    venue_class: z.enum(['prime', 'standard', 'basic', 'unrated']),
  })
  .meta({ id: 'SellerProfile' });

const capacityFields = {
  available_tokens: tokenCount('Tokens servable now.'),
  queued_tokens: tokenCount('Tokens already committed.'),
};

export const capacityReportSchema = z
  .strictObject({ model_id: instrument('model_id'), ...capacityFields })
  .meta({ id: 'CapacityReport' });

export const capacitySnapshotSchema = z
  .object({ seller_id: uuid, model_id: z.string(), ...capacityFields, reported_at: timestamp })
  .meta({ id: 'CapacitySnapshot' });

export type CapacitySnapshotBody = z.output<typeof capacitySnapshotSchema>;
export type Register = z.output<typeof registerSchema>;
export type SellerBody = z.output<typeof sellerSchema>;
export type ProfileBody = z.output<typeof profileSchema>;
