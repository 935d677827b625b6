/** Who follows a journal notices when events before the next ones are missing, or are others. */
import { epochKeys } from '../../engine/keys';
import {
  areAtOdds,
  cursorAt,
  isSamePlace,
  readBehind,
  startOf,
} from '../../followers/relay/follower';
import { World } from './world';

const ALL = 100;

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
  for (let at = 0; at < 5; at += 1) await world.place();
});
afterEach(() => world.stop());

const events = () => epochKeys(world.book, 1).events;
const trimTo = (count: number) => world.redis.xtrim(events(), 'MAXLEN', '=', count);

async function read(cursor = startOf(1), count = ALL) {
  const found = await readBehind(world.redis, world.book, cursor, count);
  return found && found.map(({ version }) => version);
}

/** The cursor of whoever has read so many events. */
async function cursorBehind(count: number) {
  const found = await readBehind(world.redis, world.book, startOf(1), count);
  return cursorAt(found!.at(-1)!);
}

test('every event from the opening on, once, however many are read at a time', async () => {
  expect(await read()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await read(startOf(1), 2)).toEqual([0, 1]);
  expect(await read(await cursorBehind(2), 3)).toEqual([2, 3, 4]);
  expect(await read(await cursorBehind(6))).toEqual([]);
});

test('a journal without its beginning is none for whoever begins', async () => {
  await trimTo(5);
  expect(await read()).toBeNull();
});

test('a journal without the last event that was read is another one', async () => {
  const [third, fourth] = [await cursorBehind(3), await cursorBehind(4)];
  await trimTo(3); // versions 3 to 5
  expect(await read(fourth)).toEqual([4, 5]);
  expect(await read(third)).toBeNull();
});

test('another event at the same version is another journal, in the same millisecond, too', async () => {
  const cursor = await cursorBehind(6);
  const first = await world.redis.xrangeBuffer(events(), '-', '+', 'COUNT', 5);
  await world.redis.del(events());
  for (const [id, fields] of first) await world.redis.xadd(events(), id.toString(), ...fields);
  await world.place();
  const other = await cursorBehind(6);
  expect(await read(cursor)).toBeNull();
  expect([isSamePlace(cursor, other), areAtOdds(cursor, other)]).toEqual([false, true]);
  expect([isSamePlace(other, other), areAtOdds(other, other)]).toEqual([true, false]);
  expect(areAtOdds({ ...cursor, mark: '' }, other)).toBe(false);
});

test('the newest events come newest first, as many as are wanted, over several pages', async () => {
  for (let at = 5; at < 250; at += 1) await world.place();
  const newest = async (count: number) => {
    const versions: number[] = [];
    for await (const { version } of world.books.newestEvents(world.book, count))
      versions.push(version);
    return versions;
  };
  const all = Array.from({ length: 251 }, (_, at) => 250 - at);
  expect(await newest(1_000)).toEqual(all);
  expect(await newest(201)).toEqual(all.slice(0, 201));
  expect(await newest(100)).toEqual(all.slice(0, 100));
});
