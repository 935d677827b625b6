/** The depth of one book as it is told between turns: whole, by the holder of the lease, and not too often. */
import type { BookMessage } from '../../domain/book-message';
import { epochKeys } from '../../engine/keys';
import { LiveBook } from '../../followers/relay/live-book';
import { openJournalReader, type JournalReader } from '../../followers/relay/journal-reader';
import { until } from '../support/wait';
import { World } from './world';

const SOON = { timeoutMs: 10_000 };

let world: World;
const opened: Live[] = [];
beforeEach(async () => {
  world = await World.start();
  await world.open();
});
afterEach(async () => {
  for (const { book, reader } of opened.splice(0)) {
    book.close();
    await reader.stop();
  }
  await world.stop();
});

/** The book as a relay follows it, with what it told and when. */
class Live {
  readonly messages: BookMessage[] = [];
  readonly toldAt: number[] = [];
  readonly failures: unknown[] = [];
  isHeld = true;
  events = 0;
  beforeTold: Promise<unknown> = Promise.resolve();
  readonly reader: JournalReader = openJournalReader(world.redis, (err) => this.failures.push(err));
  readonly book = new LiveBook(
    world.books,
    world.book,
    this.reader,
    {
      publish: async (message) => {
        this.messages.push(message);
        this.toldAt.push(performance.now());
        await this.beforeTold;
      },
      isHeld: () => this.isHeld,
      onError: (err) => this.failures.push(err),
    },
    { onUrgent: () => undefined, onEvents: () => (this.events += 1) },
  );

  static async of(epoch = 1): Promise<Live> {
    const live = new Live();
    opened.push(live);
    await live.book.follow(epoch);
    return live;
  }

  tells(sequence: number, epoch = 1): Promise<unknown> {
    const isTold = (message?: BookMessage) =>
      message?.sequence === sequence && message.epoch === epoch;
    return until(() => isTold(this.messages.at(-1)), { what: `version ${sequence}`, ...SOON });
  }
}

test('a change that comes while a message is on its way is told behind it', async () => {
  const live = await Live.of();
  await live.tells(0);
  let goOn: () => void = () => undefined;
  live.beforeTold = new Promise<void>((resolve) => (goOn = resolve));
  await world.place();
  await live.tells(1);
  const { events } = live;
  await world.place();
  await until(() => live.events > events, { what: 'the next change', ...SOON });
  goOn();
  await live.tells(2);
});

test('a book whose journal lacks an event is read anew', async () => {
  const live = await Live.of();
  await world.place();
  await live.tells(1);
  const { events } = epochKeys(world.book, 1);
  const [[, [, entry]] = ['', []]] = await world.redis.xrangeBuffer(events, '1-1', '1-1');
  const before = live.events;
  await world.redis.xadd(events, '1-3', 'e', entry!);
  await until(() => live.events > before, { what: 'the request for a turn', ...SOON });
  await live.book.follow(1);
  await live.tells(3);
  await world.place();
  await live.tells(4);
});

test('a book that somebody else has rebuilt is told as it is now', async () => {
  const live = await Live.of();
  await world.place();
  await live.tells(1);
  await world.open(2);
  await live.book.follow(2);
  await live.tells(0, 2);
  expect(live.messages.at(-1)).toMatchObject({ asks: {}, bids: {} });
  await world.place();
  await live.tells(1, 2);
});

test('who does not hold the lease tells nothing, and everything when it holds it again', async () => {
  const [without, holder] = [await Live.of(), await Live.of()];
  await Promise.all([without.tells(0), holder.tells(0)]);
  without.isHeld = false;
  for (let sequence = 1; sequence <= 3; sequence += 1) {
    await world.place();
    await holder.tells(sequence);
  }
  await until(() => without.book.image?.version === 3, { what: 'it to know of them', ...SOON });
  expect(without.messages).toHaveLength(1);
  without.isHeld = true;
  await without.book.follow(1);
  await without.tells(3);
});

test('a book of many prices is told the less often the more there are', async () => {
  const prices = 4_000;
  const asks = Array.from({ length: prices }, (_, at) =>
    world.ask({ priceScale8: BigInt(at + 1) }),
  );
  await Promise.all(asks.map((ask) => world.books.place(ask)));
  const live = await Live.of();
  await live.tells(prices);
  while (live.toldAt.length < 6) await world.place();
  const gapsMs = live.toldAt.slice(1).map((at, index) => at - live.toldAt[index]!);
  expect(Math.min(...gapsMs)).toBeGreaterThan(prices / 50 - 10);
});
