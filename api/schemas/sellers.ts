/** Bodies of registration, profile and capacity reports (SELLER-3, SELLER-8). */
import { z } from 'zod';
import { parseInstrument } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { timeField, idOf, instrumentText, textField, venueClass } from './answers';
import { INSTRUMENT_PATTERN, instrument, region, shortText, tokenCount } from './fields';

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

/** Of several spellings of one instrument the first one counts. */
function oncePerInstrument(models: readonly NamedModel[]): NamedModel[] {
  const first = new Map<string, NamedModel>();
  for (const model of models) if (!first.has(model.modelId)) first.set(model.modelId, model);
  return [...first.values()];
}

export const registerSchema = z
  .strictObject({
    name: shortText(NAME_LENGTH_MAX).meta({ description: 'Name of the seller.', example: 'North' }),
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
          'Instrument strings. Books and records use them in lower case; requests to the endpoint use the spelling given here.',
        example: ['llama-3.3-70b'],
      }),
    api_key: z
      .string()
      .min(1)
      .max(API_KEY_LENGTH_MAX)
      .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'must be printable ASCII, as a header is')
      .meta({ description: 'Chosen by the seller; later requests send it as `X-Seller-API-Key`.' }),
    regions: z
      .array(region)
      .max(REGIONS.length)
      .nullish()
      .transform((regions) => (regions ? [...new Set(regions)] : null))
      .meta({ description: 'Regions of the endpoint. An ask must be in one of them.' }),
  })
  .meta({ id: 'RegisterSeller' });

const sellerFields = {
  seller_id: idOf('seller'),
  name: textField('Name of the seller.', 'North'),
  endpoint_url: textField(
    'Endpoint of the seller, which identifies it.',
    'https://inference.example.com/v1',
  ),
  supported_models: z
    .array(z.string())
    .meta({ description: 'Instrument strings.', example: ['llama-3.3-70b'] }),
  regions: z
    .array(z.string())
    .meta({ description: 'Regions of the endpoint.', example: ['eu-west'] }),
  registered_at: timeField('Time of registration'),
};

export const sellerSchema = z
  .object({ ...sellerFields, api_key: textField('The key as it was sent.') })
  .meta({ id: 'Seller' });

export const profileSchema = z
  .object({
    ...sellerFields,
    standing: z
      .enum(['Active', 'Probation', 'Suspended', 'Banned'])
      .meta({ description: 'A suspended or banned seller cannot offer capacity.' }),
    venue_class: venueClass,
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
  .object({
    seller_id: idOf('seller'),
    model_id: instrumentText,
    ...capacityFields,
    reported_at: timeField('Time of the report'),
  })
  .meta({ id: 'CapacitySnapshot' });

export type Register = z.output<typeof registerSchema>;
export type SellerBody = z.output<typeof sellerSchema>;
export type ProfileBody = z.output<typeof profileSchema>;
