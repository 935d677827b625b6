/** The book of the benchmark: every change reserves one token of the best ask, with depth behind it. */
import { randomBytes } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import { OrderBooks } from '../../engine/book';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { callJson } from '../../setup/demo/http';

const MODEL = 'llama-3.1-8b';
const BEST_PRICE_SCALE8 = 10_000n;
const BASE_TOKENS = 1_000_000_000;
const LEVELS = 50;
const DAY_SECONDS = 86_400;

export class BenchBook {
  /** When each change was sent, from 1 on. */
  readonly sentAtMs: number[] = [0];
  private readonly books: OrderBooks;

  private constructor(
    private readonly redis: RedisClient,
    readonly path = `/market/v1/orderbook?model_id=${MODEL}`,
  ) {
    this.books = new OrderBooks(redis);
  }

  /** @param url the gateway that places the asks */
  static async open(redisUrl: string, url: string): Promise<BenchBook> {
    const apiKey = randomBytes(24).toString('hex');
    const { seller_id } = await callJson<{ seller_id: string }>(`${url}/seller/v1/register`, {
      method: 'POST',
      body: {
        name: 'Depth',
        endpoint_url: 'http://127.0.0.1:9100/v1',
        supported_models: [MODEL],
        api_key: apiKey,
      },
    });
    for (let level = 0; level < LEVELS; level++) {
      const price = level === 0 ? '0.0001' : `0.001${String(level).padStart(2, '0')}`;
      await callJson(`${url}/market/v1/sellers/${seller_id}/asks`, {
        method: 'POST',
        headers: { 'x-seller-api-key': apiKey },
        body: { model_id: MODEL, price, capacity: BASE_TOKENS, ttl_seconds: DAY_SECONDS },
      });
    }
    return new BenchBook(connectRedis(redisUrl));
  }

  /** The number of changes that a quantity of the best ask implies. */
  readonly changeOf = (quantityTokens: number): number => BASE_TOKENS - quantityTokens;

  get changes(): number {
    return this.sentAtMs.length - 1;
  }

  async change(): Promise<void> {
    this.sentAtMs.push(performance.now());
    const { status } = await this.books.reserve({
      book: { modelId: MODEL, tenor: 'spot' },
      fillId: uuidV7(),
      quantityMinTokens: 1,
      quantityMaxTokens: 1,
      limitPriceScale8: BEST_PRICE_SCALE8,
      region: null,
      sellerId: null,
      excludedSellerIds: [],
    });
    if (status !== 'reserved') throw new Error(`a reservation was answered "${status}"`);
  }

  close(): void {
    this.redis.disconnect();
  }
}
