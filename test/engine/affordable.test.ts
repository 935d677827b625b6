/** What an account can pay for is reserved, to the last unit, and nothing above it. */
import { reserveAffordable } from '../../exchange/chat/affordable-reservation';
import { Scene } from './scene';

let scene: Scene;
beforeEach(async () => {
  scene = await Scene.open();
  await scene.rest('A', 100n, { capacityTokens: 1_000, lotTokens: 10 });
  await scene.rest('B', 200n);
});
afterEach(() => scene.world.stop());

/** A bid for 100 tokens that accepts 10, at up to 150. */
async function reserve(spendable: bigint): Promise<string> {
  const bid = scene.world.bid({
    quantityMinTokens: 10,
    quantityMaxTokens: 100,
    limitPriceScale8: 150n,
  });
  const answer = await reserveAffordable(scene.world.books, bid, spendable);
  return answer.status === 'reserved'
    ? `${scene.names.get(answer.askId)} ${answer.quantityTokens}`
    : answer.status;
}

test.each([
  ['all of it', 10_000n, 'A 100'],
  ['more than all of it', 1_000_000n, 'A 100'],
  ['one unit less than all of it', 9_999n, 'A 99'],
  ['half of it', 5_050n, 'A 50'],
  ['the least that it accepts', 1_000n, 'A 10'],
  ['one unit less than the least', 999n, 'insufficient_balance'],
  ['nothing', 0n, 'insufficient_balance'],
])('an account that can pay for %s', async (_what, spendable, expected) => {
  expect(await reserve(spendable)).toBe(expected);
});

test('an ask above the limit is no matter of money', async () => {
  await scene.reserve({ quantityTokens: 1_000 });
  expect(await reserve(1_000_000n)).toBe('above_limit');
  expect(await reserve(1_000n)).toBe('above_limit');
});
