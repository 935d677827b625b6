/** Bodies of `POST /v1/chat/completions` (CHAT-3, CHAT-7). */
import { z } from 'zod';
import { QUANTITY_TOKENS_MAX } from '../../domain/quantities';
import { REGIONS } from '../../domain/regions';
import {
  count,
  instrumentText,
  regionOf,
  textField,
  tokens,
  usd,
  usdPerMillion,
  venueClass,
} from './answers';
import { decimalPattern, INSTRUMENT_PATTERN } from './fields';
import { providerSchema } from './provider';

const CHOICES_MAX = 128;
/** Each is one more read of a book. */
const MODELS_MAX = 8;

const generationCap = (description: string) =>
  z.number().int().min(1).nullish().meta({ description, maximum: QUANTITY_TOKENS_MAX });

const message = z
  .looseObject({
    role: z
      .string()
      .min(1)
      .meta({ description: 'Role of the author: system, user, assistant or tool.' }),
    content: z
      .union([z.string(), z.array(z.looseObject({ type: textField('Kind of the part.', 'text') }))])
      .nullish()
      .meta({ description: 'Text, or parts in the form of the OpenAI API.' }),
  })
  .meta({ id: 'ChatMessage' });

/**
 * A request as received: unlisted fields stay unchanged and are passed on to the seller. The bid
 * validates prices, regions and instruments.
 */
export const chatRequestSchema = z
  .looseObject({
    model: z.string().meta({
      description: 'An instrument string.',
      pattern: INSTRUMENT_PATTERN,
      example: 'llama-3.3-70b',
    }),
    messages: z.array(message).min(1).meta({ description: 'The messages of the conversation.' }),
    max_price: z
      .string()
      .nullish()
      .meta({
        description:
          'Highest price per 1,000 tokens, a decimal string. Default: the ceiling of the account, or the prevailing mid.',
        pattern: decimalPattern(8),
        example: '0.0006',
      }),
    region: z
      .string()
      .nullish()
      .meta({
        description: `Pins execution and data residency. One of ${REGIONS.join(', ')}; \`global\` is no restriction.`,
        example: 'eu-west',
      }),
    venue_pin: z.string().min(1).max(256).nullish().meta({
      description:
        "Restricts the bid to one venue: a seller's id, or its name: that of the live seller that has had this name for the longest time.",
    }),
    provider: providerSchema.nullish(),
    models: z
      .array(z.string())
      .max(MODELS_MAX)
      .nullish()
      .meta({
        description:
          'Instruments to try in this order after `model`: the first one with an ask that the bid crosses serves, and `model` of the answer names it.',
        example: ['qwen3-32b'],
      }),
    session_id: z.string().max(256).nullish().meta({
      description:
        'The session that the request belongs to. The seller that served it within the last ten minutes serves again, while it offers at the best price.',
    }),
    prompt_cache_key: z.string().nullish().meta({
      description: 'Sent to the seller; without `session_id` it also names the session.',
    }),
    max_tokens: generationCap('Generation cap per choice.'),
    max_completion_tokens: generationCap('Generation cap per choice; goes before `max_tokens`.'),
    n: z.number().int().min(1).max(CHOICES_MAX).nullish().meta({ description: 'Choices.' }),
    temperature: z.number().nullish().meta({ description: 'Sampling temperature.' }),
    stream: z
      .boolean()
      .nullish()
      .meta({ description: 'Answer with server-sent events; the last chunk contains the fill.' }),
    stream_options: z
      .looseObject({
        include_usage: z
          .boolean()
          .nullish()
          .meta({ description: 'Send `usage` in the last chunk.' }),
      })
      .nullish()
      .meta({ description: 'As in the OpenAI API.' }),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description: 'A bid and its prompt. Unlisted fields are passed to the seller unchanged.',
  });

export type ChatRequest = z.output<typeof chatRequestSchema>;

const fillSchema = z
  .object({
    fill_price: usdPerMillion('Execution price'),
    list_price: usdPerMillion('List price at the time of the fill'),
    vs_list: z.number().meta({
      description:
        'Difference to the list price, as a fraction of it; negative below the list price.',
      example: -0.25,
    }),
    venue_class: venueClass,
    fill_id: textField(
      'On the statement, and in `x-fill-id`.',
      '0190a0a0-7c1e-7000-8000-3f5a1c2d4e6f',
    ),
    tokens: tokens('Charged tokens'),
    cost: usd('Amount charged to the account'),
    region: regionOf('Region of execution'),
    unit: z
      .literal('per_1m_tokens')
      .meta({ description: 'Unit of `fill_price` and `list_price`.' }),
    sticky: z
      .boolean()
      .meta({
        description: 'Whether the seller served the session before, if the request names one.',
      })
      .optional(),
    contract_id: textField('The contract, if the request drew on a ticket.').optional(),
  })
  .meta({ id: 'Fill' });

const usageSchema = z
  .looseObject({
    prompt_tokens: tokens('Length of the prompt'),
    completion_tokens: tokens('Length of the answer'),
    total_tokens: tokens('Length of both'),
  })
  .meta({ id: 'Usage' });

const completionFields = {
  id: textField('Id of the completion, set by the seller.', 'chatcmpl-7f3a'),
  created: count('Seconds since the Unix epoch.', 1_769_860_800),
  model: instrumentText,
};
const choiceIndex = count('Index of the choice, from 0.', 0);

export const chatResponseSchema = z
  .looseObject({
    ...completionFields,
    object: z.literal('chat.completion').meta({ description: 'Kind of the object.' }),
    choices: z
      .array(
        z.looseObject({
          index: choiceIndex,
          message,
          finish_reason: textField('Why the choice ended.', 'stop').nullable(),
        }),
      )
      .meta({ description: 'One for each requested choice.' }),
    usage: usageSchema.optional(),
    fill: fillSchema,
  })
  .meta({ id: 'ChatCompletion' });

export const chatChunkSchema = z
  .looseObject({
    ...completionFields,
    object: z.literal('chat.completion.chunk').meta({ description: 'Kind of the object.' }),
    choices: z
      .array(
        z.looseObject({
          index: choiceIndex,
          delta: z.looseObject({}).meta({ description: 'Addition to the choice.' }),
        }),
      )
      .meta({ description: 'Empty in the last chunk.' }),
    usage: usageSchema.optional(),
    fill: fillSchema.optional(),
  })
  .meta({
    id: 'ChatCompletionChunk',
    description: 'The last chunk before `[DONE]` has no choices and contains `usage` and `fill`.',
  });
