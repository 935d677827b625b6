/** The life of a bid: time in force, lots it meets, void fills, halts. */
import { Story } from './story';
import { SELLERS } from './world';

let story: Story;

afterEach(() => story.end());

/** As it is used, and with a bound at which everything takes several calls. */
describe.each([
  { bounds: 'as usual', limits: {} },
  { bounds: '2 orders per call', limits: { scan: 2, chunk: 1, fills: 1, front: 1 } },
])('bounds: $bounds', ({ limits }) => {
  beforeEach(async () => {
    story = await Story.open(limits);
  });

  describe('time in force', () => {
    test('GTC: what is open rests until it is filled or cancelled', async () => {
      await story.ask('A', 100, 10);
      expect(await story.bid('X', 100, 25)).toBe('open 15, A 10 at 100');
      await story.pass(365 * 86_400_000);
      expect(await story.draw()).toEqual(['bid 100: X 15']);
    });

    test('IOC: what is open is cancelled at once', async () => {
      await story.ask('A', 100, 10);
      const timeInForce = 'IOC';
      expect(await story.bid('X', 100, 25, { timeInForce })).toBe('cancelled 15, A 10 at 100');
      expect(await story.bid('Y', 100, 25, { timeInForce })).toBe('cancelled 25');
      expect(await story.draw()).toEqual([]);
      expect(await story.cancel('X')).toBe('cancelled 15');
    });

    test('FOK: all of n, nothing of n + 1', async () => {
      await story.ask('A', 100, 10);
      await story.ask('B', 101, 10);
      await story.ask('C', 103, 10);
      const timeInForce = 'FOK';
      expect(await story.bid('X', 102, 21, { timeInForce })).toBe('rejected 21');
      expect(await story.draw()).toEqual(['ask 100: A 10', 'ask 101: B 10', 'ask 103: C 10']);
      expect(await story.bid('Y', 102, 20, { timeInForce })).toBe(
        'filled 0, A 10 at 100, B 10 at 101',
      );
      expect(await story.bidAgain('X')).toBe('rejected 21');
      expect(await story.cancel('X')).toBe('unknown');
    });

    test('FOK counts only what the bid may have: in time, offered, of its region, not its own', async () => {
      const { nowMs } = story.world;
      await story.ask('A', 100, 10, { expiresAtMs: nowMs + 5 });
      await story.ask('B', 100, 10, { lotTokens: 11 });
      await story.ask('C', 100, 10, { region: 'apac' });
      await story.ask('D', 100, 10, { owner: 'acme', sellerId: SELLERS[1] });
      await story.ask('E', 100, 10);
      await story.pass(5);
      const own = { timeInForce: 'FOK', region: 'us-east', excludedOwner: 'acme' } as const;
      expect(await story.bid('X', 100, 11, own)).toBe('rejected 11');
      expect(await story.bid('Y', 100, 10, own)).toBe('filled 0, E 10 at 100');
    });

    test('FOK over more asks than one call looks at', async () => {
      const names = Array.from({ length: 1_200 }, (_, at) => `A${at}`);
      await Promise.all(names.map((name) => story.ask(name, 100, 3)));
      const timeInForce = 'FOK';
      expect(await story.bid('X', 100, 3_601, { timeInForce })).toBe('rejected 3601');
      expect(await story.bid('Y', 100, 3_600, { timeInForce })).toMatch(/^filled 0, A0 3 at 100,/);
      expect(await story.draw()).toEqual([]);
    });

    test('GTD: served in the millisecond before its time, not in its millisecond', async () => {
      const expiresAtMs = story.world.nowMs + 100;
      await story.bid('X', 100, 10, { timeInForce: 'GTD', expiresAtMs });
      await story.pass(99);
      await story.ask('A', 100, 4);
      expect(await story.draw()).toEqual(['bid 100: X 6']);
      await story.pass(1);
      await story.ask('B', 100, 4);
      expect(await story.draw()).toEqual(['ask 100: B 4']);
      expect(await story.cancel('X')).toBe('unknown');
    });

    test('GTD whose time is over at its entry: nothing happens', async () => {
      await story.ask('A', 100, 10);
      const expiresAtMs = story.world.nowMs;
      expect(await story.bid('X', 100, 10, { timeInForce: 'GTD', expiresAtMs })).toBe('expired');
      expect(await story.draw()).toEqual(['ask 100: A 10']);
    });

    test('an order whose time is over does not shadow those behind it', async () => {
      const expiresAtMs = story.world.nowMs + 5;
      for (let at = 0; at < 20; at += 1) {
        await story.bid(`P${at}`, 100, 10, { timeInForce: 'GTD', expiresAtMs });
        await story.ask(`A${at}`, 200, 10, { expiresAtMs });
      }
      await story.bid('Q', 99, 10);
      await story.ask('B', 200, 10);
      await story.pass(5);
      await story.ask('C', 99, 10);
      expect(await story.bid('X', 200, 10)).toBe('filled 0, B 10 at 200');
      expect(await story.draw()).toEqual([]);
    });
  });

  describe('lots', () => {
    test('a parked ask below the best price is passed over, whatever the bid pays', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      await story.ask('B', 110, 100, { lotTokens: 20 });
      await story.take('t', 81);
      expect(await story.bid('X', 120, 50)).toBe('filled 0, B 50 at 110');
      expect(await story.draw()).toEqual(['ask 100: A 19 parked', 'ask 110: B 50']);
    });

    test('dust: a bid has no lot and takes an ask to its last token', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      expect(await story.bid('X', 100, 99)).toBe('filled 0, A 99 at 100');
      expect(await story.draw()).toEqual(['ask 100: A 1 parked']);
      await story.bid('Y', 100, 1);
      await story.ask('B', 100, 100, { lotTokens: 20 });
      expect(await story.bidAgain('Y')).toBe('filled 0, B 1 at 100');
    });

    test('an incoming ask stops once it is below its lot', async () => {
      await story.bid('P', 100, 90);
      await story.bid('Q', 100, 90);
      await story.ask('A', 100, 100, { lotTokens: 20 });
      expect(await story.draw()).toEqual(['ask 100: A 10 parked', 'bid 100: Q 90']);
    });

    test('an ask that is below its lot from the first is parked, and fills nothing', async () => {
      await story.bid('P', 100, 90);
      expect(await story.ask('A', 100, 10, { lotTokens: 20 })).toBe('placed');
      expect(await story.draw()).toEqual(['ask 100: A 10 parked', 'bid 100: P 90']);
    });

    test('a parked ask that a release lifts over its lot fills the bids that came meanwhile', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      await story.take('t', 90);
      await story.ask('B', 100, 5);
      await story.bid('P', 120, 15);
      await story.bid('Q', 100, 30);
      expect(await story.draw()).toEqual([
        'ask 100: A 10 parked',
        'bid 120: P 10',
        'bid 100: Q 30',
      ]);
      expect(await story.release('t')).toBe('released');
      expect(await story.bidAgain('P')).toBe('filled 0, B 5 at 100, A 10 at 120');
      expect(await story.bidAgain('Q')).toBe('filled 0, A 30 at 100');
      expect(await story.draw()).toEqual(['ask 100: A 60']);
    });

    test('it returns to its old place', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      await story.take('t', 90);
      await story.ask('B', 100, 50);
      await story.bid('P', 90, 1);
      await story.release('t');
      expect(await story.draw()).toEqual(['ask 100: A 100, B 50', 'bid 90: P 1']);
    });

    test('a release to an ask that is on offer changes no place and fills nothing', async () => {
      await story.ask('A', 100, 100);
      await story.take('t', 50);
      await story.bid('P', 99, 10);
      await story.release('t', 20);
      expect(await story.draw()).toEqual(['ask 100: A 70', 'bid 99: P 10']);
    });

    test('a parked ask is cancelled like another', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      await story.take('t', 90);
      expect(await story.cancel('A')).toBe('cancelled 10');
      await story.bid('P', 100, 10);
      await story.release('t');
      expect(await story.draw()).toEqual(['bid 100: P 10']);
    });
  });

  describe('void fills', () => {
    test('the tokens return to the ask, and the bid takes them again', async () => {
      await story.ask('A', 100, 10);
      await story.ask('B', 105, 10);
      await story.bid('X', 105, 10);
      expect(await story.release('X1')).toBe('released');
      expect(await story.bidAgain('X')).toBe('filled 0, A 10 at 100, A 10 at 100');
      expect(await story.release('X1')).toBe('duplicate');
    });

    test('the ask’s seller is gone: the bid takes the next one', async () => {
      await story.ask('A', 100, 10);
      await story.ask('B', 105, 10);
      await story.bid('X', 105, 10);
      await story.cancel('A');
      await story.release('X1');
      expect(await story.bidAgain('X')).toBe('filled 0, A 10 at 100, B 10 at 105');
    });

    test('a bid that finds nothing rests again at its old place', async () => {
      await story.ask('A', 100, 10);
      await story.bid('X', 100, 10);
      await story.bid('Y', 100, 10);
      await story.cancel('A');
      await story.release('X1');
      expect(await story.draw()).toEqual(['bid 100: X 10, Y 10']);
    });

    test('a resting bid’s void fill is added to what it has open', async () => {
      await story.ask('A', 100, 10);
      await story.bid('X', 100, 30);
      await story.cancel('A');
      await story.release('X1');
      expect(await story.draw()).toEqual(['bid 100: X 30']);
    });

    test('the ask comes first: it fills another bid before the void one is open again', async () => {
      await story.ask('A', 100, 10);
      await story.bid('X', 100, 10);
      await story.bid('Y', 100, 10);
      await story.release('X1');
      expect(await story.bidAgain('Y')).toBe('filled 0, A 10 at 100');
      expect(await story.bidAgain('X')).toBe('open 10, A 10 at 100');
    });

    test('the ask comes first, however many bids it fills, the void one’s remainder among them', async () => {
      await story.ask('A', 100, 100, { lotTokens: 50 });
      expect(await story.bid('X', 100, 140)).toBe('open 40, A 100 at 100');
      for (let at = 0; at < 10; at += 1) await story.bid(`P${at}`, 101, 5);
      await story.release('X1');
      expect(await story.draw()).toEqual(['ask 100: A 10 parked', 'bid 100: X 100']);
      expect(await story.bidAgain('X')).toBe('open 100, A 100 at 100, A 40 at 100');
    });

    test('an IOC, a FOK and a cancelled bid get nothing back', async () => {
      await story.ask('A', 100, 30);
      await story.bid('X', 100, 10, { timeInForce: 'IOC' });
      await story.bid('Y', 100, 10, { timeInForce: 'FOK' });
      await story.bid('Z', 100, 15);
      await story.cancel('Z');
      for (const fill of ['X1', 'Y1', 'Z1']) expect(await story.release(fill)).toBe('released');
      expect(await story.draw()).toEqual(['ask 100: A 30']);
      expect(await story.bidAgain('X')).toBe('filled 0, A 10 at 100');
      expect(await story.bidAgain('Z')).toBe('cancelled 5, A 10 at 100');
    });

    test('part of a bid’s fill cannot be given back', async () => {
      await story.ask('A', 100, 10);
      await story.bid('X', 100, 10);
      await expect(story.release('X1', 9)).rejects.toThrow('not all of an order’s');
      expect(await story.release('X1', 10)).toBe('released');
    });
  });

  describe('halts', () => {
    test('no matching while a book is halted; cancels and releases go on', async () => {
      await story.ask('A', 100, 10);
      await story.bid('P', 90, 10);
      await story.take('t', 5);
      await story.halt();
      expect(await story.ask('B', 80, 10)).toBe('halted');
      expect(await story.bid('X', 100, 10)).toBe('halted');
      expect(await story.take('u', 1)).toBe('halted');
      expect(await story.take('u', 1, { limitPriceScale8: 1n })).toBe('halted');
      expect(await story.release('t')).toBe('released');
      expect(await story.cancel('P')).toBe('cancelled 10');
      expect(await story.draw()).toEqual(['ask 100: A 10']);
      await story.resume();
      expect(await story.bidAgain('X')).toBe('filled 0, A 10 at 100');
      expect(await story.askAgain('B')).toBe('placed');
    });

    test('a known id gets its answer also while the book is halted', async () => {
      await story.ask('A', 100, 10);
      await story.bid('X', 100, 4);
      await story.halt();
      expect(await story.askAgain('A')).toBe('duplicate');
      expect(await story.bidAgain('X')).toBe('filled 0, A 4 at 100');
    });

    test('an ask that comes back while halted waits, and matches at the resumption', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      await story.take('t', 90);
      await story.bid('P', 100, 30);
      await story.halt();
      await story.release('t');
      expect(await story.draw()).toEqual(['ask 100: A 100 entering', 'bid 100: P 30']);
      await story.resume();
      expect(await story.draw()).toEqual(['ask 100: A 70']);
    });

    test('without resting bids it is on offer at once', async () => {
      await story.ask('A', 100, 100, { lotTokens: 20 });
      await story.take('t', 90);
      await story.halt();
      await story.release('t');
      expect(await story.draw()).toEqual(['ask 100: A 100']);
    });

    test('what waits can be cancelled, and is closed when its time is over', async () => {
      const expiresAtMs = story.world.nowMs + 1_000;
      await story.ask('A', 100, 10);
      await story.ask('B', 100, 10, { expiresAtMs });
      await story.bid('X', 100, 10);
      await story.bid('Y', 100, 10);
      await story.bid('Z', 90, 10);
      await story.halt();
      for (const fill of ['X1', 'Y1']) await story.release(fill);
      expect(await story.draw()).toEqual([
        'ask 100: A 10 entering, B 10 entering',
        'bid 100: X 10 entering, Y 10 entering',
        'bid 90: Z 10',
      ]);
      await story.cancel('A');
      await story.cancel('Y');
      await story.pass(1_000);
      await story.resume();
      expect(await story.draw()).toEqual(['bid 100: X 10', 'bid 90: Z 10']);
    });

    test('a void fill waits on both sides, and is made anew at the resumption', async () => {
      await story.ask('A', 100, 10);
      await story.bid('X', 100, 10);
      await story.halt();
      await story.release('X1');
      expect(await story.draw()).toEqual(['ask 100: A 10', 'bid 100: X 10 entering']);
      await story.resume();
      expect(await story.bidAgain('X')).toBe('filled 0, A 10 at 100, A 10 at 100');
    });
  });
});
