/**
 * The volume-weighted medians of a day of the instruments without an operator's price (PRICE-7). A
 * median is read again once its instrument was traded or trades of it left the day, and sometimes
 * besides: a trade that is undone before it is settled shows in no ticker.
 */
import { LRUCache } from 'lru-cache';
import { eachAtOnce } from '../../fairness/each-at-once';
import type { Ticker } from '../../records/queries/daily-volume';
import type { Records } from '../../records/connect';

const AT_ONCE = 8;
/** Medians that one answer reads again; the others stay as they were read before. */
const RENEWED_MAX = 100;
const REMEMBERED_MS = 60_000;
/** More than the catalog lists. */
const MODELS_MAX = 2_000;

interface Known {
  /** What the tickers showed when it was read. */
  readonly traded: string;
  readonly medianScale8: bigint | null;
  readonly readAtMs: number;
}

export class MedianPrices {
  private readonly known = new LRUCache<string, Known>({ max: MODELS_MAX });

  constructor(
    private readonly records: Pick<Records, 'marketPrices'>,
    private readonly renewedMax = RENEWED_MAX,
  ) {}

  /** By model; without those that had no trade. */
  async of(models: readonly string[], tickers: readonly Ticker[]): Promise<Map<string, bigint>> {
    const traded = tradedOf(tickers);
    const listed = models.filter((modelId) => traded.has(modelId));
    const renewed = this.outdated(listed, traded).slice(0, this.renewedMax);
    const missing = listed.filter((modelId) => !this.known.has(modelId));
    await eachAtOnce([...missing, ...renewed], AT_ONCE, async (modelId) => {
      const readAtMs = performance.now();
      const market = await this.records.marketPrices.of({ modelId, tenor: 'spot' });
      const medianScale8 = market?.medianScale8 ?? null;
      this.known.set(modelId, { traded: traded.get(modelId)!, medianScale8, readAtMs });
    });
    const medians = listed.map(
      (modelId) => [modelId, this.known.get(modelId)?.medianScale8] as const,
    );
    return new Map(medians.filter((one): one is [string, bigint] => one[1] != null));
  }

  /** Those read longest ago come first. */
  private outdated(models: readonly string[], traded: ReadonlyMap<string, string>): string[] {
    const oldestMs = performance.now() - REMEMBERED_MS;
    const readAtMs = (modelId: string) => this.known.peek(modelId)!.readAtMs;
    return models
      .filter((modelId) => {
        const known = this.known.peek(modelId);
        return known && (known.traded !== traded.get(modelId) || known.readAtMs < oldestMs);
      })
      .sort((one, other) => readAtMs(one) - readAtMs(other));
  }
}

/** What changes with the trades of the day, by model that had some. */
function tradedOf(tickers: readonly Ticker[]): Map<string, string> {
  const traded = new Map<string, string>();
  for (const { book, region, volumeTokens, lastAt } of tickers) {
    if (book.tenor !== 'spot' || volumeTokens === 0) continue;
    const before = traded.get(book.modelId) ?? '';
    traded.set(book.modelId, `${before} ${region} ${volumeTokens} ${lastAt.getTime()}`);
  }
  return traded;
}
