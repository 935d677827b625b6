/** A Redis that loses the functions of the engine, as one does that starts without its files: one of its own. */
import { RedisServer } from './redis-server';
import { World } from './world';

let server: RedisServer;
let world: World;
beforeAll(async () => {
  server = await RedisServer.start();
});
beforeEach(async () => {
  world = await World.start({}, server.connect());
  await world.open();
});
afterEach(() => world.stop());
afterAll(() => server.stop());

test('the functions are loaded again, as often as they are lost', async () => {
  const lose = () => world.redis.call('FUNCTION', 'FLUSH');
  for (let times = 0; times < 3; times += 1) {
    await lose();
    await world.place({ lotTokens: 1 });
    await lose();
    expect(await world.reserve({ quantityTokens: 10 })).toMatchObject({ status: 'reserved' });
  }
  expect(await world.depth()).toEqual(['100 x 2970']);
});
