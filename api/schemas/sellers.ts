/** Bodies of registration, profile and capacity reports (SELLER-3, SELLER-8). */
import { z } from 'zod';
import { CHECKS, CHECK_STATUSES } from '../../domain/endpoint-check/checks';
import { parseInstrument } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { STANDINGS } from '../../domain/standing';
import { timeField, idOf, instrumentText, textField, tokens, usd, venueClass } from './answers';
import { declaredModels, declaredModelsShown } from './declared-models';
import { learnedLimitSchema } from './learned-limits';
import { INSTRUMENT_PATTERN, instrument, region, shortText, tokenCount } from './fields';

const MODELS_MAX = 500;
const NAME_LENGTH_MAX = 200;
export const API_KEY_LENGTH_MAX = 512;
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

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

const UPSTREAM_AUTHORIZATION_LENGTH_MAX = 4_096;

const upstreamAuthorization = z
  .string()
  .min(1)
  .max(UPSTREAM_AUTHORIZATION_LENGTH_MAX)
  .regex(HEADER_VALUE, 'must be printable ASCII, as a header is')
  .nullish();

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
      .regex(HEADER_VALUE, 'must be printable ASCII, as a header is')
      .meta({ description: 'Chosen by the seller; later requests send it as `X-Seller-API-Key`.' }),
    regions: z
      .array(region)
      .max(REGIONS.length)
      .nullish()
      .transform((regions) => (regions ? [...new Set(regions)] : null))
      .meta({ description: 'Regions of the endpoint. An ask must be in one of them.' }),
    models: declaredModels(MODELS_MAX).meta({
      description:
        'What the endpoint can do with these models. Requests that need more are matched with others. `null` removes it; without this field it stays as it is.',
    }),
    upstream_authorization: upstreamAuthorization.meta({
      description:
        'Value of the `Authorization` header that the endpoint wants; every request to it carries it. Encrypted at rest and never shown. `null` removes it; without this field it stays as it is.',
    }),
    end_webhooks: z.boolean().optional().meta({
      description:
        'With a rotation: also deletes every webhook endpoint of the seller, such as those that somebody with a leaked key made. They would stay otherwise.',
    }),
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

export const endpointVerified = z.boolean().meta({
  description:
    'Whether the endpoint has proved that it knows the key of the seller. Nobody else can register a verified endpoint.',
});

export const profileSchema = z
  .object({
    ...sellerFields,
    standing: z
      .enum(STANDINGS)
      .meta({ description: 'A suspended or banned seller cannot offer capacity.' }),
    venue_class: venueClass,
    endpoint_verified: endpointVerified,
    models: declaredModelsShown,
    learned_limits: z.array(learnedLimitSchema).meta({
      description:
        'What its refusals have shown within the last hour: such requests go to others for a while.',
    }),
    has_upstream_authorization: z.boolean().meta({
      description:
        'Whether requests to the endpoint carry an `Authorization` header of its seller.',
    }),
  })
  .meta({ id: 'SellerProfile' });

const CHECKED_MODEL_LENGTH_MAX = 200;
const CHECKED_URL_LENGTH_MAX = 2_048;

export const checkEndpointSchema = z
  .strictObject({
    endpoint_url: z.string().max(CHECKED_URL_LENGTH_MAX).meta({
      description: 'As it would be registered.',
      example: 'https://inference.example.com/v1',
    }),
    model: shortText(CHECKED_MODEL_LENGTH_MAX).meta({
      description: 'A model that it serves, in its own spelling.',
      example: 'llama-3.3-70b',
    }),
    upstream_authorization: upstreamAuthorization.meta({
      description:
        'Value of the `Authorization` header that the endpoint wants. Without this field the registered one is sent, when the request has the key of the seller.',
    }),
  })
  .meta({ id: 'CheckEndpoint' });

export const endpointCheckSchema = z
  .object({
    endpoint_url: textField('The address, normalised.', 'https://inference.example.com/v1'),
    passed: z.boolean().meta({ description: 'Whether no check failed.' }),
    checks: z
      .array(
        z
          .object({
            check: z.enum(CHECKS).meta({ description: 'What is checked.' }),
            status: z.enum(CHECK_STATUSES).meta({ description: 'Outcome of the check.' }),
            found: textField('What was found.', 'answers with status 401'),
            remedy: textField('What to do about it; null unless it failed.').nullable(),
          })
          .meta({ id: 'EndpointCheckRow' }),
      )
      .meta({
        description:
          'In the order in which to repair what fails. After a failure of the first two, the others are left out.',
      }),
  })
  .meta({ id: 'EndpointCheck' });

const capacityFields = {
  available_tokens: tokenCount('Tokens servable now.'),
  queued_tokens: tokenCount('Tokens already committed.'),
};

export const capacityReportSchema = z
  .strictObject({ model_id: instrument('model_id'), ...capacityFields })
  .meta({ id: 'CapacityReport' });

const capacityReportFields = {
  model_id: instrumentText,
  ...capacityFields,
  owed_tokens: tokens('Quantity owed in open windows, with what requests under way have reserved'),
  reported_at: timeField('Time of the report'),
};

export const capacitySnapshotSchema = z
  .object({
    seller_id: idOf('seller'),
    ...capacityReportFields,
    warning: textField(
      'That more is owed than can be served, as the report says; null otherwise.',
      'You owe 399942 tokens of llama-3.3-70b in open windows, which is more than you report.',
    ).nullable(),
  })
  .meta({ id: 'CapacitySnapshot' });

/** As the seller and the operator read them. */
export const capacityReportsField = z
  .array(z.object(capacityReportFields).meta({ id: 'OwnCapacityReport' }))
  .meta({ description: 'The newest report of each model, beside what is owed of it now.' });

export const sellerAccountSchema = z
  .object({
    seller_id: idOf('seller'),
    models: z
      .array(
        z
          .object({
            model_id: instrumentText,
            name: textField(
              "The seller's own spelling, which requests to it use.",
              'Llama-3.3-70B',
            ),
          })
          .meta({ id: 'SpelledModel' }),
      )
      .meta({ description: 'The supported models.' }),
    payable: usd('Amount owed to the seller: settled trades less its fees and payouts'),
    standing: z
      .enum(STANDINGS)
      .meta({ description: 'A suspended or banned seller cannot offer capacity.' }),
    suspended_until: timeField('End of an automatic suspension; null otherwise').nullable(),
    standing_history: z
      .array(
        z
          .object({
            standing: z.enum(STANDINGS).meta({ description: 'The standing after the change.' }),
            reason: textField('Reason of the change.'),
            actor: textField('`operator`, or the rule that made the change.', 'operator'),
            at: timeField('Time of the change'),
          })
          .meta({ id: 'OwnStandingChange' }),
      )
      .meta({ description: 'The newest 100, newest first.' }),
    capacity_reports: capacityReportsField,
  })
  .meta({ id: 'SellerAccount' });

export type Register = z.output<typeof registerSchema>;
export type SellerBody = z.output<typeof sellerSchema>;
export type SellerAccountBody = z.output<typeof sellerAccountSchema>;
export type ProfileBody = z.output<typeof profileSchema>;
