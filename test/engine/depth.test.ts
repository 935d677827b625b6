/** Depth: what the book offers, true at one version. */
import { levelsOf } from '../../engine/depth';
import { readJournal } from '../../engine/journal';
import { isOffered } from '../../engine/layouts';
import { Scene } from './scene';
import type { World } from './world';

let scene: Scene;
let world: World;

beforeEach(async () => {
  scene = await Scene.open();
  world = scene.world;
});
afterEach(() => world.stop());

describe('depth', () => {
  test('rows are added up per price, and a limit keeps the best', async () => {
    await scene.rest('A', 300n);
    await scene.rest('B', 100n, { capacityTokens: 40 });
    await scene.rest('C', 100n, { region: 'apac' });
    await scene.rest('D', 200n);
    const levels = await world.books.levels({ book: world.book, region: null, limit: 2 });
    expect(levels).toEqual({
      bids: [],
      asks: [
        { priceScale8: 100n, quantityTokens: 1_040 },
        { priceScale8: 200n, quantityTokens: 1_000 },
      ],
      sequence: 4,
      epoch: 1,
    });
    const apac = await world.books.levels({ book: world.book, region: 'apac' });
    expect(apac.asks).toEqual([{ priceScale8: 100n, quantityTokens: 1_000 }]);
  });

  test('a depth that is read in pages is true at one version while the book moves', async () => {
    const asks = Array.from({ length: 1_200 }, (_, at) =>
      world.ask({ priceScale8: BigInt(1 + (at % 30)) }),
    );
    await Promise.all(asks.map((ask) => world.books.place(ask)));
    const moves = asks
      .slice(0, 600)
      .map((ask, at) => (at % 2 ? world.cancel(ask) : world.reserve({ quantityTokens: 10 })));
    const reading = world.books.levels({ book: world.book, region: null });
    await Promise.all(moves);
    const { asks: rows, sequence } = await reading;
    expect(rows).toEqual(await depthAt(sequence));
  });
});

/** The depth at a version, told by the journal from its beginning. */
async function depthAt(version: number) {
  const events = await readJournal(world.redis, world.book, { epoch: 1, version: -1 }, version + 1);
  const asks = new Map(events.flatMap(({ ask }) => (ask ? [[ask.askId, ask] as const] : [])));
  return levelsOf([...asks.values()].filter(isOffered));
}
