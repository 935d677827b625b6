/** A look at a book tells the time of its Redis then, and since when its relay holds it. */
import { lookAt } from '../../followers/relay/look';
import { World } from './world';

const LEASE_MS = 60_000;

test('the time goes on from look to look, the fence stays with its holder', async () => {
  const world = await World.start();
  await world.open();
  const look = async (holder: string) => {
    const [one] = await lookAt(world.books.functions, [world.book], holder, LEASE_MS);
    return one!.lease;
  };
  const first = await look('relay');
  expect(first).toMatchObject({ nowMs: world.nowMs });
  await world.pass(5_000);
  expect(await look('another relay')).toBeNull();
  expect(await look('relay')).toEqual({ fence: first!.fence, nowMs: first!.nowMs + 5_000 });
  await world.stop();
});
