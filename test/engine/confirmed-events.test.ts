/** The image of a book reads the journal before a turn does: both must have read the same. */
import { readJournal } from '../../engine/journal';
import { BookImage } from '../../followers/relay/book-image';
import { cursorAt } from '../../followers/relay/follower';
import { World } from './world';

let world: World;
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(() => world.stop());

async function followed() {
  await world.place();
  const image = new BookImage(1, -1);
  const events = await readJournal(world.redis, world.book, image, 100);
  for (const event of events) expect(image.fold(event)).toBe(true);
  return { image, last: events.at(-1)! };
}

test('an event that both have read is confirmed', async () => {
  const { image, last } = await followed();
  expect(image.confirm(cursorAt(last))).toBe(true);
});

test('another event at the same place of the journal is told apart', async () => {
  const { image, last } = await followed();
  const other = { ...last, atMs: last.atMs + 1 };
  expect(image.confirm(cursorAt(other))).toBe(false);
});
