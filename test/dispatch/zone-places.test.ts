/** Places for lookups: a slow zone keeps its own few, and each place is free again afterwards. */
import { ZonePlaces } from '../../exchange/dispatch/zone-places';
import { until } from '../support/wait';

const LONG_MS = 3_600_000;
const ZONE_MAX = 4;
const WAITING_MAX = 64;
const ALL_MAX = 1_000;

const all: Lookup[] = [];
afterEach(() => {
  for (const lookup of all.splice(0)) lookup.end();
});

/** A lookup that lasts until it is ended. */
class Lookup {
  hasBegun = false;
  readonly result: Promise<string>;
  private isOver = false;
  private resolve: () => void = () => undefined;

  constructor(places: ZonePlaces, name: string) {
    this.result = places.run(name, () => {
      this.hasBegun = true;
      if (this.isOver) return Promise.resolve(name);
      return new Promise((resolve) => (this.resolve = () => resolve(name)));
    });
    this.result.catch(() => undefined);
    all.push(this);
  }

  /** Ends it, or has it end as soon as it begins. */
  end(): void {
    this.isOver = true;
    this.resolve();
  }
}

const begin = (places: ZonePlaces, name: string, count: number) =>
  Array.from({ length: count }, () => new Lookup(places, name));
/** What begins or is refused without waiting has done so. */
const looked = () => new Promise((resolve) => setImmediate(resolve));

async function begun(lookups: readonly Lookup[]): Promise<number> {
  await looked();
  return lookups.filter(({ hasBegun }) => hasBegun).length;
}

/** Why it was refused at once; null while it waits or runs. */
async function refusalOf({ result }: Lookup): Promise<string | null> {
  let reason: string | null = null;
  result.catch((err: { readonly reason: string }) => ({ reason } = err));
  await looked();
  return reason;
}

test('a zone has four lookups at once; the next one begins when one of them ends', async () => {
  const lookups = begin(new ZonePlaces(LONG_MS), 'slow.example', ZONE_MAX + 2);
  expect(await begun(lookups)).toBe(ZONE_MAX);
  for (const ended of [0, 1]) {
    lookups[ended]!.end();
    await lookups[ended]!.result;
    await until(async () => (await begun(lookups)) === ZONE_MAX + ended + 1, { timeoutMs: 5_000 });
  }
  for (const lookup of lookups) lookup.end();
  expect(await Promise.all(lookups.map(({ result }) => result))).toHaveLength(ZONE_MAX + 2);
});

test('of one zone 64 lookups wait and no more, and another zone does not wait', async () => {
  const places = new ZonePlaces(LONG_MS);
  begin(places, 'slow.example', ZONE_MAX + WAITING_MAX);
  expect(await refusalOf(new Lookup(places, 'slow.example'))).toBe('connect_timeout');
  expect(await begun([new Lookup(places, 'honest.test')])).toBe(1);
});

test('a lookup that has waited too long takes no place, and leaves it to the next', async () => {
  const places = new ZonePlaces(20);
  const slow = begin(places, 'slow.example', ZONE_MAX);
  const gone = begin(places, 'slow.example', ZONE_MAX);
  for (const { result } of gone) {
    await expect(result).rejects.toMatchObject({ reason: 'connect_timeout' });
  }
  for (const lookup of slow) lookup.end();
  await Promise.all(slow.map(({ result }) => result));
  const next = begin(places, 'slow.example', ZONE_MAX + 1);
  expect([await begun(gone), await begun(next)]).toEqual([0, ZONE_MAX]);
});

test('a lookup that has ended, well or not, leaves its place to any name', async () => {
  const places = new ZonePlaces(LONG_MS);
  for (let at = 0; at <= ALL_MAX; at += 1) {
    const fails = at % 2 === 0;
    const work = () => (fails ? Promise.reject(new Error('unknown')) : Promise.resolve('found'));
    expect(await places.run(`s${at}.example`, work).catch(() => 'failed')).toBe(
      fails ? 'failed' : 'found',
    );
  }
});

test('more than a thousand lookups at once are a failure of ours', async () => {
  const places = new ZonePlaces(LONG_MS);
  const lookups = Array.from({ length: ALL_MAX }, (_, at) => new Lookup(places, `${at}.example`));
  expect(await refusalOf(new Lookup(places, 'other.test'))).toBe('dns_failed');
  lookups[0]!.end();
  await lookups[0]!.result;
  expect(await begun([new Lookup(places, 'other.test')])).toBe(1);
});
