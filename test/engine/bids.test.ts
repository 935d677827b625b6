/** The life of a bid: time in force, lots it meets, void fills, halts. */
import { Scenario } from './scenario';
import { SELLERS } from './world';

let scenario: Scenario;

afterEach(() => scenario.end());

/** As it is used, and with a bound at which everything takes several calls. */
describe.each([
  { bounds: 'as usual', limits: {} },
  { bounds: '2 orders per call', limits: { scan: 2, chunk: 1, fills: 1, top: 1 } },
])('bounds: $bounds', ({ limits }) => {
  beforeEach(async () => {
    scenario = await Scenario.open(limits);
  });

  describe('time in force', () => {
    test('GTC: the remainder rests until it is filled or cancelled', async () => {
      await scenario.ask('A', 100, 10);
      expect(await scenario.bid('X', 100, 25)).toBe('open 15, A 10 at 100');
      await scenario.pass(365 * 86_400_000);
      expect(await scenario.draw()).toEqual(['bid 100: X 15']);
    });

    test('IOC: what is open is cancelled at once', async () => {
      await scenario.ask('A', 100, 10);
      const timeInForce = 'IOC';
      expect(await scenario.bid('X', 100, 25, { timeInForce })).toBe('cancelled 15, A 10 at 100');
      expect(await scenario.bid('Y', 100, 25, { timeInForce })).toBe('cancelled 25');
      expect(await scenario.draw()).toEqual([]);
      expect(await scenario.cancel('X')).toBe('cancelled 15');
    });

    test('FOK: all of n, nothing of n + 1', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.ask('B', 101, 10);
      await scenario.ask('C', 103, 10);
      const timeInForce = 'FOK';
      expect(await scenario.bid('X', 102, 21, { timeInForce })).toBe('rejected 21');
      expect(await scenario.draw()).toEqual(['ask 100: A 10', 'ask 101: B 10', 'ask 103: C 10']);
      expect(await scenario.bid('Y', 102, 20, { timeInForce })).toBe(
        'filled 0, A 10 at 100, B 10 at 101',
      );
      expect(await scenario.bidAgain('X')).toBe('rejected 21');
      expect(await scenario.cancel('X')).toBe('unknown');
    });

    test('FOK counts only what the bid may have: in time, offered, of its region, not its own', async () => {
      const { nowMs } = scenario.world;
      await scenario.ask('A', 100, 10, { expiresAtMs: nowMs + 5 });
      await scenario.ask('B', 100, 10, { lotTokens: 11 });
      await scenario.ask('C', 100, 10, { region: 'apac' });
      await scenario.ask('D', 100, 10, { owner: 'acme', sellerId: SELLERS[1] });
      await scenario.ask('E', 100, 10);
      await scenario.pass(5);
      const own = { timeInForce: 'FOK', region: 'us-east', excludedOwner: 'acme' } as const;
      expect(await scenario.bid('X', 100, 11, own)).toBe('rejected 11');
      expect(await scenario.bid('Y', 100, 10, own)).toBe('filled 0, E 10 at 100');
    });

    test('FOK over more asks than one call looks at', async () => {
      const names = Array.from({ length: 1_200 }, (_, at) => `A${at}`);
      await Promise.all(names.map((name) => scenario.ask(name, 100, 3)));
      const timeInForce = 'FOK';
      expect(await scenario.bid('X', 100, 3_601, { timeInForce })).toBe('rejected 3601');
      expect(await scenario.bid('Y', 100, 3_600, { timeInForce })).toMatch(
        /^filled 0, A0 3 at 100,/,
      );
      expect(await scenario.draw()).toEqual([]);
    });

    test('GTD: served in the millisecond before its time, not in its millisecond', async () => {
      const expiresAtMs = scenario.world.nowMs + 100;
      await scenario.bid('X', 100, 10, { timeInForce: 'GTD', expiresAtMs });
      await scenario.pass(99);
      await scenario.ask('A', 100, 4);
      expect(await scenario.draw()).toEqual(['bid 100: X 6']);
      await scenario.pass(1);
      await scenario.ask('B', 100, 4);
      expect(await scenario.draw()).toEqual(['ask 100: B 4']);
      expect(await scenario.cancel('X')).toBe('unknown');
    });

    test('GTD whose time is over at its entry: nothing happens', async () => {
      await scenario.ask('A', 100, 10);
      const expiresAtMs = scenario.world.nowMs;
      expect(await scenario.bid('X', 100, 10, { timeInForce: 'GTD', expiresAtMs })).toBe('expired');
      expect(await scenario.draw()).toEqual(['ask 100: A 10']);
    });

    test('an order whose time is over does not shadow those behind it', async () => {
      const expiresAtMs = scenario.world.nowMs + 5;
      for (let at = 0; at < 20; at += 1) {
        await scenario.bid(`P${at}`, 100, 10, { timeInForce: 'GTD', expiresAtMs });
        await scenario.ask(`A${at}`, 200, 10, { expiresAtMs });
      }
      await scenario.bid('Q', 99, 10);
      await scenario.ask('B', 200, 10);
      await scenario.pass(5);
      await scenario.ask('C', 99, 10);
      expect(await scenario.bid('X', 200, 10)).toBe('filled 0, B 10 at 200');
      expect(await scenario.draw()).toEqual([]);
    });
  });

  describe('lots', () => {
    test('an ask below its minimum size, under the best price, is passed over, whatever the bid pays', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.ask('B', 110, 100, { lotTokens: 20 });
      await scenario.reserve('t', 81);
      expect(await scenario.bid('X', 120, 50)).toBe('filled 0, B 50 at 110');
      expect(await scenario.draw()).toEqual(['ask 100: A 19 below minimum', 'ask 110: B 50']);
    });

    test('dust: a bid has no lot and takes an ask to its last token', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      expect(await scenario.bid('X', 100, 99)).toBe('filled 0, A 99 at 100');
      expect(await scenario.draw()).toEqual(['ask 100: A 1 below minimum']);
      await scenario.bid('Y', 100, 1);
      await scenario.ask('B', 100, 100, { lotTokens: 20 });
      expect(await scenario.bidAgain('Y')).toBe('filled 0, B 1 at 100');
    });

    test('an incoming ask stops once it is below its lot', async () => {
      await scenario.bid('P', 100, 90);
      await scenario.bid('Q', 100, 90);
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      expect(await scenario.draw()).toEqual(['ask 100: A 10 below minimum', 'bid 100: Q 90']);
    });

    test('an ask that is below its minimum size from the first fills nothing', async () => {
      await scenario.bid('P', 100, 90);
      expect(await scenario.ask('A', 100, 10, { lotTokens: 20 })).toBe('placed');
      expect(await scenario.draw()).toEqual(['ask 100: A 10 below minimum', 'bid 100: P 90']);
    });

    test('an ask below its minimum size that a release lifts over its lot fills the bids that came meanwhile', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.reserve('t', 90);
      await scenario.ask('B', 100, 5);
      await scenario.bid('P', 120, 15);
      await scenario.bid('Q', 100, 30);
      expect(await scenario.draw()).toEqual([
        'ask 100: A 10 below minimum',
        'bid 120: P 10',
        'bid 100: Q 30',
      ]);
      expect(await scenario.release('t')).toBe('released');
      expect(await scenario.bidAgain('P')).toBe('filled 0, B 5 at 100, A 10 at 120');
      expect(await scenario.bidAgain('Q')).toBe('filled 0, A 30 at 100');
      expect(await scenario.draw()).toEqual(['ask 100: A 60']);
    });

    test.each([
      { tokens: 9, book: ['ask 100: A 19 below minimum', 'bid 100: P 5'] },
      { tokens: 10, book: ['ask 100: A 15 below minimum'] },
    ])('its lot is enough: $tokens tokens back', async ({ tokens, book }) => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.reserve('t', 90);
      await scenario.bid('P', 100, 5);
      await scenario.release('t', tokens);
      expect(await scenario.draw()).toEqual(book);
    });

    test('it returns to its old place', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.reserve('t', 90);
      await scenario.ask('B', 100, 50);
      await scenario.bid('P', 90, 1);
      await scenario.release('t');
      expect(await scenario.draw()).toEqual(['ask 100: A 100, B 50', 'bid 90: P 1']);
    });

    test('a release to an ask that is on offer changes no place and fills nothing', async () => {
      await scenario.ask('A', 100, 100);
      await scenario.reserve('t', 50);
      await scenario.bid('P', 99, 10);
      await scenario.release('t', 20);
      expect(await scenario.draw()).toEqual(['ask 100: A 70', 'bid 99: P 10']);
    });

    test('an ask below its minimum size is cancelled like another', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.reserve('t', 90);
      expect(await scenario.cancel('A')).toBe('cancelled 10');
      await scenario.bid('P', 100, 10);
      await scenario.release('t');
      expect(await scenario.draw()).toEqual(['bid 100: P 10']);
    });
  });

  describe('void fills', () => {
    test('the tokens return to the ask, and the bid takes them again', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.ask('B', 105, 10);
      await scenario.bid('X', 105, 10);
      expect(await scenario.release('X1')).toBe('released');
      expect(await scenario.bidAgain('X')).toBe('filled 0, A 10 at 100, A 10 at 100');
      expect(await scenario.release('X1')).toBe('duplicate');
    });

    test('the ask’s seller is gone: the bid takes the next one', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.ask('B', 105, 10);
      await scenario.bid('X', 105, 10);
      await scenario.cancel('A');
      await scenario.release('X1');
      expect(await scenario.bidAgain('X')).toBe('filled 0, A 10 at 100, B 10 at 105');
    });

    test('a bid that finds nothing rests again at its old place', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('X', 100, 10);
      await scenario.bid('Y', 100, 10);
      await scenario.cancel('A');
      await scenario.release('X1');
      expect(await scenario.draw()).toEqual(['bid 100: X 10, Y 10']);
    });

    test('a resting bid’s void fill is added to what it has open', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('X', 100, 30);
      await scenario.cancel('A');
      await scenario.release('X1');
      expect(await scenario.draw()).toEqual(['bid 100: X 30']);
    });

    test('the ask comes first: it fills another bid before the void one is open again', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('X', 100, 10);
      await scenario.bid('Y', 100, 10);
      await scenario.release('X1');
      expect(await scenario.bidAgain('Y')).toBe('filled 0, A 10 at 100');
      expect(await scenario.bidAgain('X')).toBe('open 10, A 10 at 100');
    });

    test('the ask comes first, however many bids it fills, the void one’s remainder among them', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 50 });
      expect(await scenario.bid('X', 100, 140)).toBe('open 40, A 100 at 100');
      for (let at = 0; at < 10; at += 1) await scenario.bid(`P${at}`, 101, 5);
      await scenario.release('X1');
      expect(await scenario.draw()).toEqual(['ask 100: A 10 below minimum', 'bid 100: X 100']);
      expect(await scenario.bidAgain('X')).toBe('open 100, A 100 at 100, A 40 at 100');
    });

    test('an IOC, a FOK and a cancelled bid get nothing back', async () => {
      await scenario.ask('A', 100, 30);
      await scenario.bid('X', 100, 10, { timeInForce: 'IOC' });
      await scenario.bid('Y', 100, 10, { timeInForce: 'FOK' });
      await scenario.bid('Z', 100, 15);
      await scenario.cancel('Z');
      for (const fill of ['X1', 'Y1', 'Z1']) expect(await scenario.release(fill)).toBe('released');
      expect(await scenario.draw()).toEqual(['ask 100: A 30']);
      expect(await scenario.bidAgain('X')).toBe('filled 0, A 10 at 100');
      expect(await scenario.bidAgain('Z')).toBe('cancelled 5, A 10 at 100');
    });

    test('a bid whose time is over gets nothing back: in the millisecond before it, it does', async () => {
      const terms = { timeInForce: 'GTD', expiresAtMs: scenario.world.nowMs + 100 } as const;
      for (const name of ['A', 'B', 'C']) await scenario.ask(name, 100, 10);
      for (const name of ['W', 'X']) await scenario.bid(name, 100, 10, terms);
      await scenario.bid('Y', 100, 30, terms);
      for (const name of ['A', 'B', 'C']) await scenario.cancel(name);
      await scenario.pass(99);
      expect(await scenario.release('W1')).toBe('released');
      expect(await scenario.draw()).toEqual(['bid 100: W 10, Y 20']);
      await scenario.pass(1);
      for (const fill of ['X1', 'Y1']) expect(await scenario.release(fill)).toBe('released');
      expect(await scenario.bidAgain('X')).toBe('filled 0, B 10 at 100');
      expect(await scenario.bidAgain('Y')).toMatch(/^\w+ 20, C 10 at 100$/);
      await scenario.ask('D', 100, 40);
      expect(await scenario.draw()).toEqual(['ask 100: D 40']);
    });

    test('part of a bid’s fill cannot be given back', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('X', 100, 10);
      await expect(scenario.release('X1', 9)).rejects.toThrow('not all of an order’s');
      expect(await scenario.release('X1', 10)).toBe('released');
      expect(await scenario.release('X1', 10)).toBe('duplicate');
    });
  });

  describe('halts', () => {
    test('no matching while a book is halted; cancels and releases go on', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('P', 90, 10);
      await scenario.reserve('t', 5);
      await scenario.halt();
      expect(await scenario.ask('B', 80, 10)).toBe('halted');
      expect(await scenario.bid('X', 100, 10)).toBe('halted');
      expect(await scenario.reserve('u', 1)).toBe('halted');
      expect(await scenario.reserve('u', 1, { limitPriceScale8: 1n })).toBe('halted');
      expect(await scenario.release('t')).toBe('released');
      expect(await scenario.cancel('P')).toBe('cancelled 10');
      expect(await scenario.draw()).toEqual(['ask 100: A 10']);
      await scenario.resume();
      expect(await scenario.bidAgain('X')).toBe('filled 0, A 10 at 100');
      expect(await scenario.askAgain('B')).toBe('placed');
    });

    test('a known id gets its answer also while the book is halted', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('X', 100, 4);
      await scenario.halt();
      expect(await scenario.askAgain('A')).toBe('duplicate');
      expect(await scenario.bidAgain('X')).toBe('filled 0, A 4 at 100');
    });

    test('an ask that comes back while halted waits, and matches at the resumption', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.reserve('t', 90);
      await scenario.bid('P', 100, 30);
      await scenario.halt();
      await scenario.release('t');
      expect(await scenario.draw()).toEqual(['ask 100: A 100 entering', 'bid 100: P 30']);
      await scenario.resume();
      expect(await scenario.draw()).toEqual(['ask 100: A 70']);
    });

    test('without resting bids it is on offer at once', async () => {
      await scenario.ask('A', 100, 100, { lotTokens: 20 });
      await scenario.reserve('t', 90);
      await scenario.halt();
      await scenario.release('t');
      expect(await scenario.draw()).toEqual(['ask 100: A 100']);
    });

    test('what waits can be cancelled, and is closed when its time is over', async () => {
      const expiresAtMs = scenario.world.nowMs + 1_000;
      await scenario.ask('A', 100, 10);
      await scenario.ask('B', 100, 10, { expiresAtMs });
      await scenario.bid('X', 100, 10);
      await scenario.bid('Y', 100, 10);
      await scenario.bid('Z', 90, 10);
      await scenario.halt();
      for (const fill of ['X1', 'Y1']) await scenario.release(fill);
      expect(await scenario.draw()).toEqual([
        'ask 100: A 10 entering, B 10 entering',
        'bid 100: X 10 entering, Y 10 entering',
        'bid 90: Z 10',
      ]);
      await scenario.cancel('A');
      await scenario.cancel('Y');
      await scenario.pass(1_000);
      await scenario.resume();
      expect(await scenario.draw()).toEqual(['bid 100: X 10', 'bid 90: Z 10']);
    });

    test('a void fill waits on both sides, and is made anew at the resumption', async () => {
      await scenario.ask('A', 100, 10);
      await scenario.bid('X', 100, 10);
      await scenario.halt();
      await scenario.release('X1');
      expect(await scenario.draw()).toEqual(['ask 100: A 10', 'bid 100: X 10 entering']);
      await scenario.resume();
      expect(await scenario.bidAgain('X')).toBe('filled 0, A 10 at 100, A 10 at 100');
    });
  });
});
