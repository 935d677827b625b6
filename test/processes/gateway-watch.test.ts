/** How long a gateway may stand still before its orders are taken over. */
import { GatewayWatch } from '../../exchange/takeover/gateway-watch';
import { GATEWAY_BEAT_MS } from '../../exchange/takeover/gateways';
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
  await records.orders.deleteMany({});
  await records.gateways.insertOne({ _id: STILL, beats: 1 });
});
afterAll(() => records.close());

interface Watched {
  /** What recovering a gateway does. */
  readonly recover?: (gatewayId: string) => Promise<void>;
  readonly ownId?: string;
  readonly leftBehindMs?: number;
}

/** A watcher, how often it has looked, and which gateways it has recovered, in order. */
class Watching {
  looks = 0;
  readonly recovered: string[] = [];
  /** Gateways whose orders were due for the first time. */
  readonly found: string[] = [];
  readonly errors: (string | null)[] = [];
  readonly watch: GatewayWatch;

  constructor(lostMs: number, { recover, ownId, ...options }: Watched = {}) {
    const find = () => {
      this.looks += 1;
      return records.gateways.find({});
    };
    const { deleteOne } = records.gateways;
    const gateways = { find, deleteOne: deleteOne.bind(records.gateways) };
    this.watch = new GatewayWatch(
      { gateways: gateways as never, orders: records.orders },
      {
        ownId: ownId ?? null,
        ownEveryMs: 100,
        lostMs,
        ...options,
        ordersOf: (gatewayId) => {
          this.found.push(gatewayId);
          const sweep = async () => {
            this.recovered.push(gatewayId);
            await recover?.(gatewayId);
          };
          return { sweep, waiting: 1 };
        },
        onError: (_err, gatewayId) => this.errors.push(gatewayId),
      },
    );
    this.watch.start();
  }

  /** Resolves when a look that begins after now has ended. */
  async haveLooked(): Promise<void> {
    const { looks } = this;
    await until(() => this.looks >= looks + 2, { what: 'another look' });
  }

  haveRecovered(gatewayId: string, timeoutMs?: number): Promise<boolean> {
    const what = `${gatewayId} to be recovered`;
    return until(() => this.recovered.includes(gatewayId), {
      what,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  }
}

/** An order without a workflow. */
async function insertMarked(gatewayId: string): Promise<void> {
  const order = { _id: `order-of-${gatewayId}`, unrecordedBy: gatewayId };
  await records.orders.insertOne(order as never);
}

/** The whole process stands still, as one that is paused. */
function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('a gateway that stands still is lost after the time that is set, and not before', async () => {
  const [second, minute] = [new Watching(1_000), new Watching(60_000)];
  await second.haveRecovered(STILL);
  for (const { watch } of [second, minute]) await watch.stop();
  expect(minute.recovered).toEqual([]);
});

test('a watcher that stood still gives every gateway its time again', async () => {
  const lostMs = 2_000;
  const watching = new Watching(lostMs);
  await watching.haveLooked();
  standStill(lostMs + 500); // and with it whoever else is on this machine
  await watching.haveLooked();
  expect(watching.recovered).toEqual([]);
  await watching.haveRecovered(STILL);
  await watching.watch.stop();
});

test('a gateway that continues within its time is not lost, however low its time is set', async () => {
  const watching = new Watching(0);
  const beating = setInterval(() => {
    void records.gateways.updateOne({ _id: STILL }, { $inc: { beats: 1 } });
  }, GATEWAY_BEAT_MS / 2);
  const startedAtMs = performance.now();
  await until(() => performance.now() - startedAtMs > 4 * GATEWAY_BEAT_MS);
  clearInterval(beating);
  expect(watching.recovered).toEqual([]);
  await watching.haveRecovered(STILL);
  await watching.watch.stop();
});

test('a gateway whose recovery fails is found lost once, and recovered until it succeeds', async () => {
  let fails = true;
  const watching = new Watching(1_000, {
    recover: async () => {
      if (fails) throw new Error('MongoDB is away');
    },
  });
  await until(() => watching.errors.length > 1, { what: 'a second try' });
  fails = false;
  const tries = watching.errors.length;
  await until(() => watching.recovered.length > tries + 1, { what: 'two more' });
  await watching.watch.stop();
  expect(watching.errors).toEqual(Array.from({ length: tries }, () => STILL));
  expect(watching.found).toEqual([STILL]);
});

test.each([
  ['fails always', () => Promise.reject(new Error('never'))],
  ['takes for ever', () => new Promise<void>(() => undefined)],
])('a lost gateway whose recovery %s delays no other one', async (_name, never) => {
  const lostMs = 1_000;
  const recover = (gatewayId: string) => (gatewayId === STILL ? never() : Promise.resolve());
  const watching = new Watching(lostMs, { recover });
  await watching.haveRecovered(STILL);
  await records.gateways.insertOne({ _id: 'second', beats: 1 });
  await watching.haveRecovered('second', 3 * lostMs);
  // Nor does what is known of it become unknown.
  const { recovered } = watching;
  await until(() => recovered.filter((id) => id === 'second').length > 1, { what: 'a repetition' });
  await watching.watch.stop();
});

test('marked orders of a gateway without a record are recovered, as those of a lost one', async () => {
  await insertMarked('forgotten');
  const watching = new Watching(1_000);
  await watching.haveRecovered('forgotten');
  await watching.watch.stop();
});

test('marked orders of the own gateway are recovered, while it lives', async () => {
  await records.gateways.deleteMany({});
  await records.gateways.insertOne({ _id: 'own', beats: 1 });
  await insertMarked('own');
  const watching = new Watching(60_000, { ownId: 'own' });
  await watching.haveRecovered('own');
  await watching.watch.stop();
  expect(await records.gateways.countDocuments()).toBe(1);
});

test('the orders that wait are those of the own gateway and of lost ones', async () => {
  await records.gateways.insertOne({ _id: 'own', beats: 1 });
  const watching = new Watching(1_000, { ownId: 'own' });
  for (const gatewayId of ['own', STILL]) await watching.haveRecovered(gatewayId);
  expect(watching.watch.waiting).toBe(2);
  await watching.watch.stop();
});

test('a gateway that stays lost is forgotten, and not before its writes are over', async () => {
  const leftBehindMs = 4_000;
  const watching = new Watching(1_000, { leftBehindMs });
  await watching.haveRecovered(STILL);
  const lostAtMs = performance.now();
  const forgotten = async () => (await records.gateways.countDocuments()) === 0;
  await until(forgotten, { what: 'the gateway to be forgotten', timeoutMs: 15_000 });
  expect(performance.now() - lostAtMs).toBeGreaterThan(leftBehindMs - 1_000);
  await watching.watch.stop();
  expect(watching.found).toEqual([STILL]);
  expect(watching.recovered.length).toBeGreaterThan(1);
});

test('a gateway that was only paused keeps its record', async () => {
  const continues = async () => {
    await records.gateways.updateOne({ _id: STILL }, { $inc: { beats: 1 } });
  };
  const watching = new Watching(1_000, { leftBehindMs: 0, recover: continues });
  await until(() => watching.recovered.length > 1, { what: 'a repetition' });
  await watching.watch.stop();
  expect(await records.gateways.countDocuments()).toBe(1);
});
