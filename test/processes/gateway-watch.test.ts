/** How long a gateway may stand still before its orders are taken over. */
import { GATEWAY_BEAT_MS, GatewayWatch, type TakeUp } from '../../exchange/gateways';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';

const STILL = 'still';

let records: WritableRecords;
beforeAll(async () => {
  records = await connectRecords(await testSettings());
});
beforeEach(async () => {
  await records.gateways.deleteMany({});
  await records.gateways.insertOne({
    _id: STILL,
    beats: 1,
    startedThrough: 0,
    unstartedSince: null,
  });
});
afterAll(() => records.close());

/** A watcher, how often it has looked, and what it has taken up. */
class Watching {
  looks = 0;
  readonly lost: TakeUp[] = [];
  readonly watch: GatewayWatch;

  constructor(
    lostMs: number,
    takeUp: () => Promise<void> = async () => undefined,
    leftBehindMs?: number,
  ) {
    const find = () => {
      this.looks += 1;
      return records.gateways.find({});
    };
    this.watch = new GatewayWatch(
      { gateways: { find } as never },
      async (_gateway, how) => {
        this.lost.push(how);
        await takeUp();
      },
      () => undefined,
      null,
      lostMs,
      leftBehindMs,
    );
    this.watch.start();
  }

  /** Resolves when a look that begins after now has ended. */
  async haveLooked(): Promise<void> {
    const { looks } = this;
    await until(() => this.looks >= looks + 2, { what: 'another look' });
  }
}

/** The whole process stands still, as one that is paused. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('a gateway that stands still is lost after the time that is set, and not before', async () => {
  const [second, minute] = [new Watching(1_000), new Watching(60_000)];
  await until(() => second.lost.length > 0, { what: 'the gateway to be lost' });
  for (const { watch } of [second, minute]) await watch.stop();
  expect(second.lost[0]).toBe('first');
  expect(minute.lost).toEqual([]);
});

test('a watcher that stood still gives every gateway its time again', async () => {
  const lostMs = 2_000;
  const watching = new Watching(lostMs);
  await watching.haveLooked();
  standStill(lostMs + 500); // and with it whoever else is on this machine
  await watching.haveLooked();
  expect(watching.lost).toEqual([]);
  await until(() => watching.lost.length > 0, { what: 'the gateway to be lost' });
  await watching.watch.stop();
});

test('a gateway that goes on within its time is not lost, however low its time is set', async () => {
  const watching = new Watching(0);
  const beating = setInterval(() => {
    void records.gateways.updateOne({ _id: STILL }, { $inc: { beats: 1 } });
  }, GATEWAY_BEAT_MS / 2);
  const startedAtMs = performance.now();
  await until(() => performance.now() - startedAtMs > 4 * GATEWAY_BEAT_MS);
  clearInterval(beating);
  expect(watching.lost).toEqual([]);
  await until(() => watching.lost.length > 0, { what: 'the gateway to be lost' });
  await watching.watch.stop();
});

test('a gateway whose taking up failed is taken up from the start at the next look', async () => {
  let fails = true;
  const watching = new Watching(1_000, async () => {
    if (fails) throw new Error('MongoDB is away');
  });
  await until(() => watching.lost.length > 1, { what: 'a second try' });
  fails = false;
  const tried = watching.lost.length;
  await until(() => watching.lost.length > tried + 1, { what: 'the taking up, and one more' });
  await watching.watch.stop();
  const expected = Array.from({ length: tried }, () => 'first' as const);
  expect(watching.lost.slice(0, tried)).toEqual(expected);
  expect(watching.lost.at(-1)).toBe('again');
});

test('a gateway that stays lost is taken up for a last time, and not before its writes are over', async () => {
  const leftBehindMs = 4_000;
  const watching = new Watching(1_000, undefined, leftBehindMs);
  await until(() => watching.lost.length > 0, { what: 'the gateway to be lost' });
  const lostAtMs = performance.now();
  await until(() => watching.lost.includes('last'), { what: 'the last taking up' });
  expect(performance.now() - lostAtMs).toBeGreaterThan(leftBehindMs - 1_000);
  await watching.watch.stop();
  expect(watching.lost[0]).toBe('first');
  expect(watching.lost.indexOf('last')).toBeGreaterThan(watching.lost.indexOf('again'));
  expect(watching.lost).toContain('again');
});
