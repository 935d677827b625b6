/** Bodies of `POST /v1/chat/completions` (CHAT-3, CHAT-7). */
import { z } from 'zod';
import { QUANTITY_TOKENS_MAX } from '../../domain/quantities';
import { REGIONS } from '../../domain/regions';
import { decimal, decimalPattern, INSTRUMENT_PATTERN } from './fields';

const CHOICES_MAX = 128;

const generationCap = (description: string) =>
  z.number().int().min(1).nullish().meta({ description, maximum: QUANTITY_TOKENS_MAX });

const message = z
  .looseObject({
    role: z.string().min(1).meta({ description: 'Who speaks: system, user, assistant, tool.' }),
    content: z
      .union([z.string(), z.array(z.looseObject({ type: z.string() }))])
      .nullish()
      .meta({ description: 'Text, or parts in the form of the OpenAI API.' }),
  })
  .meta({ id: 'ChatMessage' });

/**
 * A request as it was received: fields that are not listed stay as they are and go on to the
 * seller. Prices, regions and instruments are judged where the bid is made.
 */
export const chatRequestSchema = z
  .looseObject({
    model: z.string().meta({
      description: 'An instrument string.',
      pattern: INSTRUMENT_PATTERN,
      example: 'llama-3.3-70b',
    }),
    messages: z.array(message).min(1).meta({ description: 'The turns of the chat.' }),
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
    venue_pin: z
      .string()
      .min(1)
      .max(256)
      .nullish()
      .meta({ description: "Restricts the bid to one venue: a seller's id or its exact name." }),
    max_tokens: generationCap('Generation cap per choice.'),
    max_completion_tokens: generationCap('Generation cap per choice; goes before `max_tokens`.'),
    n: z.number().int().min(1).max(CHOICES_MAX).nullish().meta({ description: 'Choices.' }),
    temperature: z.number().nullish().meta({ description: 'Sampling temperature.' }),
    stream: z
      .boolean()
      .nullish()
      .meta({ description: 'Answer with server-sent events; the last chunk carries the fill.' }),
    stream_options: z
      .looseObject({ include_usage: z.boolean().nullish() })
      .nullish()
      .meta({ description: 'As in the OpenAI API.' }),
  })
  .meta({
    id: 'ChatCompletionRequest',
    description: 'A bid and its prompt. Fields that are not listed go on to the seller unchanged.',
  });

export type ChatRequest = z.output<typeof chatRequestSchema>;

const fillSchema = z
  .object({
    fill_price: decimal('What the buyer paid, USD per 1,000,000 tokens.'),
    list_price: decimal('Reference rate at fill time, USD per 1,000,000 tokens.'),
    vs_list: z.number().meta({ description: 'Signed fraction of list; negative is under list.' }),
    venue_class: z
      .enum(['prime', 'standard', 'basic', 'unrated'])
      .meta({ description: 'Tier of the venue that served.' }),
    fill_id: z.string().meta({ description: 'On the statement, and in `x-fill-id`.' }),
    tokens: z.number().int().meta({ description: 'Tokens paid for.' }),
    cost: decimal('What the account was charged, USD.'),
    region: z.enum(REGIONS),
    unit: z.literal('per_1m_tokens'),
    contract_id: z.string().optional().meta({ description: 'When a ticket was redeemed.' }),
  })
  .meta({ id: 'Fill' });

const usageSchema = z
  .looseObject({
    prompt_tokens: z.number().int(),
    completion_tokens: z.number().int(),
    total_tokens: z.number().int(),
  })
  .meta({ id: 'Usage' });

export const chatResponseSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(
      z.looseObject({
        index: z.number().int(),
        message,
        finish_reason: z.string().nullable(),
      }),
    ),
    usage: usageSchema.optional(),
    fill: fillSchema,
  })
  .meta({ id: 'ChatCompletion' });

export const chatChunkSchema = z
  .looseObject({
    id: z.string(),
    object: z.literal('chat.completion.chunk'),
    created: z.number().int(),
    model: z.string(),
    choices: z.array(z.looseObject({ index: z.number().int(), delta: z.looseObject({}) })),
    usage: usageSchema.optional(),
    fill: fillSchema.optional(),
  })
  .meta({
    id: 'ChatCompletionChunk',
    description: 'The last chunk before `[DONE]` has no choices and carries `usage` and `fill`.',
  });
