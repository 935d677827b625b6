/** Whoever arrives while more arrive than can be reserved is refused at once; a crowd that is worked off is not. */
import { Admission, type Arrival } from '../../fairness/admission';

let nowMs: number;
let admission: Admission;
/** Of the orders that wait, the first one first. */
let waiting: Arrival[];

beforeEach(() => {
  nowMs = 0;
  waiting = [];
  admission = new Admission(() => nowMs);
});

function arrive(orders: number): void {
  for (let at = 0; at < orders; at += 1) waiting.push(admission.arrive());
}

function reserve(orders: number): void {
  for (const arrival of waiting.splice(0, orders)) arrival.reserved();
}

/** Windows in which so many are reserved that have waited for so long, while others wait on. */
function pass(windows: number, waitedMs: number, reserved = 1): void {
  for (let at = 0; at < windows; at += 1) {
    const some = Array.from({ length: reserved }, () => admission.arrive());
    nowMs += waitedMs;
    for (const arrival of some) arrival.reserved();
    nowMs += Math.max(0, 500 - waitedMs);
    admission.hasCapacity();
  }
}

/** How many more are let in. */
function capacityLeft(): number {
  for (let letIn = 0; letIn < 10_000; letIn += 1) {
    const arrival = admission.arrive();
    if (!admission.hasCapacity()) {
      arrival.left();
      return letIn;
    }
    waiting.push(arrival);
  }
  return Infinity;
}

test('a crowd that came at once is let in, and worked off', () => {
  arrive(1_000);
  expect(admission.hasCapacity()).toBe(true);
  for (let second = 0; second < 20; second += 1) {
    nowMs += 500;
    const soon = admission.arrive(); // who comes late does not wait for long
    nowMs += 500;
    reserve(50);
    soon.reserved();
    expect(admission.hasCapacity()).toBe(true);
  }
});

test('two windows of long waits refuse nobody, three do, until as many wait as are reserved in 300 ms', () => {
  arrive(300);
  pass(2, 1_001, 250);
  expect(admission.hasCapacity()).toBe(true);
  pass(1, 1_001, 250);
  expect(admission.hasCapacity()).toBe(false);
  const reservedIn300Ms = Math.ceil((250 / 1_001) * 300);
  reserve(300 - reservedIn300Ms - 1);
  expect(admission.hasCapacity()).toBe(false);
  reserve(1);
  expect(admission.hasCapacity()).toBe(true);
  expect(capacityLeft()).toBe(0);
});

test('waits of a second are no long waits', () => {
  arrive(300);
  pass(20, 1_000);
  expect(admission.hasCapacity()).toBe(true);
});

test.each([
  [64, true],
  [65, false],
])('with %s that wait there is capacity in any case: %s', (orders, hasCapacity) => {
  arrive(orders);
  pass(60, 1_001);
  expect(admission.hasCapacity()).toBe(hasCapacity);
});

test('who leaves without a reservation frees a place, and says nothing of the wait of others', () => {
  arrive(70);
  for (let window = 0; window < 10; window += 1) {
    admission.arrive().left(); // at once
    pass(1, 1_001);
  }
  expect(admission.hasCapacity()).toBe(false);
  for (const arrival of waiting.splice(0, 6)) {
    arrival.left();
    arrival.left(); // once
  }
  expect(admission.hasCapacity()).toBe(true);
  expect(capacityLeft()).toBe(0);
});

test('time in which nothing is reserved says nothing: a store that stood still goes on', () => {
  arrive(500);
  for (let second = 0; second < 60; second += 1) {
    nowMs += 1_000;
    expect(admission.hasCapacity()).toBe(true);
  }
  reserve(500);
  pass(1, 10);
  expect(admission.hasCapacity()).toBe(true);
});

test('when waits are short again, more are let in with every window', () => {
  arrive(300);
  pass(20, 1_001);
  reserve(300);
  const before = capacityLeft();
  expect(before).toBe(64);
  reserve(before);
  pass(10, 10);
  expect(capacityLeft()).toBeGreaterThan(2 * before);
});
