/** What the list of models says besides names: the best price, and what sellers declare. */
import type { DeclaredModel } from '../../domain/declared-models';
import { bookName } from '../../domain/instruments';
import { formatTokenPrice, parsePrice } from '../../domain/money';
import { STANDINGS, mayOffer } from '../../domain/standing';
import type { BookReadDeps } from '../../exchange/books/current-read';
import type { Records } from '../../records/connect';
import { readQuotes } from '../market/quotes';
import type { ModelBody } from '../schemas/market';
import type { QuoteBody } from '../schemas/market-data';

export interface FactDeps extends BookReadDeps {
  readonly records: Records;
}

export type Facts = Omit<ModelBody, 'id' | 'object' | 'created' | 'owned_by'>;
/** What sellers declare of a model together. */
export type Declared = Omit<Facts, 'price' | 'pricing'>;

const OFFERING = STANDINGS.filter(mayOffer);
const UNKNOWN: Declared = {
  context_window: null,
  input_modalities: null,
  output_modalities: null,
  features: null,
};

export async function readFacts(
  deps: FactDeps,
  modelIds: readonly string[],
): Promise<(modelId: string) => Facts> {
  const books = modelIds.map((modelId) => ({ modelId, tenor: 'spot' }) as const);
  const [quotes, declared] = await Promise.all([
    // Without Redis the list has no prices.
    readQuotes(deps, books, []).catch(() => new Map<string, QuoteBody[]>()),
    readDeclared(deps.records, modelIds),
  ]);
  return (modelId) => {
    const asks = (quotes.get(bookName({ modelId, tenor: 'spot' })) ?? [])
      .flatMap(({ best_ask: ask }) => ask ?? [])
      .map((ask) => ({ ask, scale8: parsePrice(ask, 'perThousand', 'best_ask') }));
    const [first, ...others] = asks;
    const best = first && others.reduce((a, b) => (b.scale8 < a.scale8 ? b : a), first);
    return { ...(declared.get(modelId) ?? UNKNOWN), ...priceOf(best) };
  };
}

function priceOf(best: { ask: string; scale8: bigint } | undefined): Omit<Facts, keyof Declared> {
  if (!best) return { price: null, pricing: null };
  const perToken = formatTokenPrice(best.scale8);
  return { price: best.ask, pricing: { prompt: perToken, completion: perToken } };
}

/** Of sellers whose asks may be matched. */
async function readDeclared(
  { sellers }: Records,
  modelIds: readonly string[],
): Promise<ReadonlyMap<string, Declared>> {
  const known = new Set(modelIds);
  const filter = { 'declaredModels.modelId': { $in: modelIds }, standing: { $in: OFFERING } };
  const found = sellers.find(
    { ...filter, asleepSince: null },
    { projection: { declaredModels: 1, supportedModels: 1 } },
  );
  const all = new Map<string, Declared>();
  for await (const { declaredModels, supportedModels } of found) {
    for (const one of declaredModels ?? []) {
      const { modelId } = one;
      if (!known.has(modelId) || !supportedModels.includes(modelId)) continue;
      all.set(modelId, together(all.get(modelId) ?? UNKNOWN, one));
    }
  }
  return all;
}

function together(known: Declared, one: DeclaredModel): Declared {
  return {
    context_window: Math.max(known.context_window ?? 0, one.contextWindow ?? 0) || null,
    input_modalities: union(known.input_modalities, one.inputModalities),
    output_modalities: union(known.output_modalities, one.outputModalities),
    features: union(known.features, one.features),
  };
}

function union(known: string[] | null, more: readonly string[] | null): string[] | null {
  if (!known && !more) return null;
  return [...new Set([...(known ?? []), ...(more ?? [])])].sort();
}
