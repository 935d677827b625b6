/**
 * The operator's catalog: instruments with configured defaults (DATA-6). An instrument outside it
 * trades as well, with the defaults below.
 */
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { parseInstrument } from '../domain/instruments';
import { parsePrice } from '../domain/money';
import { DEFAULT_LOT_TOKENS } from '../domain/quantities';

const DEFAULT_MAX_TOKENS = 1_024;

const instrumentSchema = z.strictObject({
  model_id: z.string().transform((text) => parseInstrument(text, 'model_id')),
  name: z.string().min(1),
  context_window: z.number().int().positive(),
  default_max_tokens: z.number().int().positive(),
  list_price: z.string().transform((text) => parsePrice(text, 'perThousand', 'list_price')),
  lot_tokens: z.number().int().positive().optional(),
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
}

export interface Catalog {
  readonly families: readonly { readonly family: string; readonly name: string }[];
  readonly instruments: readonly Instrument[];
  instrument(modelId: string): Instrument | undefined;
  defaultMaxTokens(modelId: string): number;
  lotTokens(modelId: string): number;
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
  };
}
