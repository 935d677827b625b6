/** What a gateway does with peers that read slowly, are gone, or leave. */
import type { BookMessage } from '../../domain/book-message';
import { BUFFER_BYTES } from '../../api/stream/socket-reader';
import { until } from '../support/wait';
import { bookMessage, trade } from './client';
import { StreamStage } from './stage';

let stage: StreamStage;
afterEach(async () => {
  await stage.stop();
  expect(stage.failures).toEqual([]);
});

/** A book of so many prices that a snapshot has some 100 KB. */
const DEEP = Array.from({ length: 3_000 }, (_, row) => [`0.${10_000 + row}`, '1'] as const);
const SNAPSHOT_BYTES_MAX = 200_000;

function say(sequence: number, parts: Partial<BookMessage> = {}): void {
  stage.hub.receive(bookMessage(stage.model, sequence, parts));
}

test('a peer that answers no heartbeat is cut off, and one that answers stays', async () => {
  stage = await StreamStage.open(100);
  const [mute, alive] = [await stage.reader({ autoPong: false }), await stage.reader()];
  const beats: number[] = [];
  alive.socket.on('ping', () => beats.push(beats.length));
  expect(await mute.closed()).toBe(1006);
  await until(() => beats.length > 3, { what: 'more heartbeats' });
  expect(alive.code).toBeNull();
});

test('for a peer that reads nothing little waits here, and when it reads it has the newest book', async () => {
  stage = await StreamStage.open();
  const [slow, prompt] = [await stage.reader(), await stage.reader()];
  await until(() => slow.book && prompt.book, { what: 'the first snapshots' });
  slow.socket.pause();
  let most = 0;
  const changes = 250;
  for (let sequence = 1; sequence <= changes; sequence += 1) {
    say(sequence, { asks: { apac: DEEP }, trades: [trade()] });
    await prompt.reaches(sequence);
    most = Math.max(most, stage.raw.bufferedBytes);
  }
  expect(most).toBeGreaterThan(0); // the peer was too slow indeed
  expect(most).toBeLessThanOrEqual(BUFFER_BYTES + SNAPSHOT_BYTES_MAX);
  const known = slow.snapshots.length;
  slow.socket.resume();
  await slow.reaches(changes);
  expect(slow.book).toEqual(prompt.book);
  expect(slow.snapshots.length - known).toBeLessThan(changes);
});

test('a book is followed until its last reader has left', async () => {
  stage = await StreamStage.open();
  const [one, other] = [await stage.reader(), await stage.reader()];
  say(1);
  await Promise.all([one.reaches(1), other.reaches(1)]);
  const { reads } = stage;
  one.close();
  await one.closed();
  const third = await stage.reader();
  await third.reaches(1);
  expect(stage.reads).toBe(reads); // what the relay told is still known
  for (const reader of [other, third]) reader.close();
  await stage.untilUnread();
  const late = await stage.reader();
  expect((await late.reaches(0)).sequence).toBe(0);
});

test('at its end a gateway says to every peer that it goes away', async () => {
  stage = await StreamStage.open();
  const readers = await Promise.all([stage.reader(), stage.reader()]);
  stage.raw.close();
  expect(await Promise.all(readers.map((reader) => reader.closed()))).toEqual([1001, 1001]);
  const late = await stage.reader();
  expect(await late.closed()).toBe(1001);
});
