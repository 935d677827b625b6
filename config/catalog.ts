/**
 * The operator's catalog: instruments with configured defaults (DATA-6). An instrument outside it
 * trades as well, with the defaults below.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseInstrument } from '../domain/instruments';
import { parsePrice } from '../domain/money';
import { DEFAULT_MEDIA_RULES, PICTURE_RULES } from '../domain/prompts/media-rules';
import { DEFAULT_PROMPT_RULES, type PromptRules } from '../domain/prompts/size';
import { DEFAULT_LOT_TOKENS } from '../domain/quantities';

const DEFAULT_MAX_TOKENS = 1_024;
/** Cold models and reasoning take minutes; each 1,000 tokens of the prompt take another second. */
const FIRST_TOKEN_SECONDS = 120;
const FIRST_TOKEN_SECONDS_MAX = 600;
const TOKENS_PER_MESSAGE_MAX = 1_000;
const PICTURE_TOKENS_MAX = 100_000;
const MEDIA_RATE_MAX = 10_000;

/** What a model counts, by the rules that are known, or its own numbers. */
const mediaSchema = z.strictObject({
  picture: z
    .union([z.enum(PICTURE_RULES), z.number().int().min(0).max(PICTURE_TOKENS_MAX)])
    .default(DEFAULT_MEDIA_RULES.picture),
  sound_tokens_per_second: rateOf(DEFAULT_MEDIA_RULES.soundTokensPerSecond),
  video_tokens_per_second: rateOf(DEFAULT_MEDIA_RULES.videoTokensPerSecond),
});

function rateOf(usual: number) {
  return z.number().min(0).max(MEDIA_RATE_MAX).default(usual);
}

const instrumentSchema = z.strictObject({
  model_id: z.string().transform((text) => parseInstrument(text, 'model_id')),
  name: z.string().min(1),
  context_window: z.number().int().positive(),
  default_max_tokens: z.number().int().positive(),
  list_price: z.string().transform((text) => parsePrice(text, 'perThousand', 'list_price')),
  lot_tokens: z.number().int().positive().optional(),
  first_token_seconds: z.number().int().positive().max(FIRST_TOKEN_SECONDS_MAX).optional(),
  margin_percent: z.number().int().min(0).max(100).optional(),
  stick_percent: z.number().int().min(0).max(100).optional(),
  tokens_per_message: z.number().int().min(0).max(TOKENS_PER_MESSAGE_MAX).optional(),
  media: mediaSchema.prefault({}),
});

const catalogSchema = z.strictObject({
  lot_tokens: z.number().int().positive().default(DEFAULT_LOT_TOKENS),
  families: z.array(
    z.strictObject({
      family: z.string().min(1),
      name: z.string().min(1),
      instruments: z.array(instrumentSchema),
    }),
  ),
});

export interface Instrument {
  readonly modelId: string;
  readonly family: string;
  readonly name: string;
  readonly contextWindowTokens: number;
  /** The output cap of a request that names none. */
  readonly defaultMaxTokens: number;
  /** Per 1,000 tokens. */
  readonly listPriceScale8: bigint;
  readonly lotTokens: number;
  readonly firstTokenSeconds: number | undefined;
  readonly marginPercent: number | undefined;
  /** How much dearer than the best a seller may be that served a session before. */
  readonly stickPercent: number;
  readonly promptRules: PromptRules;
}

export interface Catalog {
  readonly families: readonly { readonly family: string; readonly name: string }[];
  readonly instruments: readonly Instrument[];
  instrument(modelId: string): Instrument | undefined;
  defaultMaxTokens(modelId: string): number;
  lotTokens(modelId: string): number;
  /** How prompts of the instrument are counted. */
  promptRules(modelId: string): PromptRules;
  /** How long a seller that shows life has for its first token. */
  firstTokenMs(modelId: string, promptTokens: number): number;
}

/** @throws Error that names the file and every invalid value in it */
export function loadCatalog(path: string): Catalog {
  const parsed = catalogSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path}: ${z.prettifyError(parsed.error)}`);
  const { families, lot_tokens: lotTokens } = parsed.data;
  const instruments = families.flatMap(({ family, instruments: listed }) =>
    listed.map((entry): Instrument => ({
      modelId: entry.model_id,
      family,
      name: entry.name,
      contextWindowTokens: entry.context_window,
      defaultMaxTokens: entry.default_max_tokens,
      listPriceScale8: entry.list_price,
      lotTokens: entry.lot_tokens ?? lotTokens,
      firstTokenSeconds: entry.first_token_seconds,
      marginPercent: entry.margin_percent,
      stickPercent: entry.stick_percent ?? 0,
      promptRules: {
        tokensPerMessage: entry.tokens_per_message ?? DEFAULT_PROMPT_RULES.tokensPerMessage,
        media: {
          picture: entry.media.picture,
          soundTokensPerSecond: entry.media.sound_tokens_per_second,
          videoTokensPerSecond: entry.media.video_tokens_per_second,
        },
      },
    })),
  );
  const byId = new Map(instruments.map((instrument) => [instrument.modelId, instrument]));
  if (byId.size < instruments.length) throw new Error(`${path}: an instrument is listed twice`);
  return {
    families: families.map(({ family, name }) => ({ family, name })),
    instruments,
    instrument: (modelId) => byId.get(modelId),
    defaultMaxTokens: (modelId) => byId.get(modelId)?.defaultMaxTokens ?? DEFAULT_MAX_TOKENS,
    lotTokens: (modelId) => byId.get(modelId)?.lotTokens ?? lotTokens,
    promptRules: (modelId) => byId.get(modelId)?.promptRules ?? DEFAULT_PROMPT_RULES,
    firstTokenMs: (modelId, promptTokens) => {
      const usual = FIRST_TOKEN_SECONDS + promptTokens / 1_000;
      const seconds = byId.get(modelId)?.firstTokenSeconds ?? usual;
      return Math.min(seconds, FIRST_TOKEN_SECONDS_MAX) * 1_000;
    },
  };
}
