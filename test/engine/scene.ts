/**
 * An open book whose asks have names, drawn as `price: name tokens, name tokens`, best price
 * first.
 */
import type { PlaceAsk, ReserveRequest } from '../../engine/book';
import { isOffered } from '../../engine/layouts';
import { stateOfEngine } from './state';
import { World } from './world';

export class Scene {
  readonly names = new Map<string, string>();

  private constructor(readonly world: World) {}

  static async open(): Promise<Scene> {
    const world = await World.start();
    await world.open();
    return new Scene(world);
  }

  /** Places an ask that is drawn by its name. */
  async rest(name: string, priceScale8: bigint, terms: Partial<PlaceAsk> = {}): Promise<PlaceAsk> {
    const ask = await this.world.place({ priceScale8, ...terms });
    this.names.set(ask.askId, name);
    return ask;
  }

  /** Reserves 100 tokens where nothing else is said; answers `name tokens at price`. */
  async reserve(
    terms: Partial<ReserveRequest> & { quantityTokens?: number } = {},
  ): Promise<string> {
    const result = await this.world.reserve(terms);
    if (result.status === 'above_limit') return `best is ${result.bestPriceScale8}`;
    if (result.status !== 'reserved') return result.status;
    return `${this.names.get(result.askId)} ${result.quantityTokens} at ${result.priceScale8}`;
  }

  async draw(): Promise<string[]> {
    const { redis, book, nowMs } = this.world;
    const { asks } = await stateOfEngine(redis, book, nowMs);
    const lines = new Map<bigint, string[]>();
    for (const ask of asks) {
      const mark = isOffered({ ...ask, state: 'open' }) ? '' : ' below minimum';
      const entry = `${this.names.get(ask.askId)} ${ask.remainingTokens}${mark}`;
      lines.set(ask.priceScale8, [...(lines.get(ask.priceScale8) ?? []), entry]);
    }
    return [...lines].map(([price, entries]) => `${price}: ${entries.join(', ')}`);
  }
}
