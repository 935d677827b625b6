/** Whoever arrives while more arrive than can be reserved is refused at once; a crowd that is worked off is not. */
import { Admission } from '../../exchange/admission';

let nowMs: number;
let admission: Admission;
/** Of the orders that wait, the first one first. */
let waiting: (() => void)[];

beforeEach(() => {
  nowMs = 0;
  waiting = [];
  admission = new Admission(() => nowMs);
});

function arrive(orders: number): void {
  for (let at = 0; at < orders; at += 1) waiting.push(admission.begin());
}

function reserve(orders: number): void {
  for (const reserved of waiting.splice(0, orders)) reserved();
}

/** Seconds in which one order is reserved that has waited for so long, while so many others wait. */
function pass(seconds: number, waitedMs: number): void {
  for (let at = 0; at < seconds; at += 1) {
    const one = admission.begin();
    nowMs += waitedMs;
    one();
    nowMs += Math.max(0, 1_000 - waitedMs);
    admission.hasRoom();
  }
}

/** How many more are let in. */
function room(): number {
  let letIn = 0;
  while (letIn < 10_000 && admission.hasRoom()) {
    arrive(1);
    letIn += 1;
  }
  return letIn;
}

test('a crowd that came at once is let in, and worked off', () => {
  for (let at = 0; at < 1_000; at += 1) {
    expect(admission.hasRoom()).toBe(true);
    arrive(1);
  }
  for (let second = 0; second < 20; second += 1) {
    nowMs += 500;
    const soon = admission.begin(); // who comes late does not wait for long
    nowMs += 500;
    reserve(50);
    soon();
    expect(admission.hasRoom()).toBe(true);
  }
});

test('two seconds of long waits refuse nobody, three do, until as many wait as are let in', () => {
  arrive(300);
  pass(2, 1_001);
  expect(admission.hasRoom()).toBe(true);
  pass(1, 1_001);
  expect(admission.hasRoom()).toBe(false);
  reserve(300 - 210); // 0.7 of the 301 that waited
  expect(admission.hasRoom()).toBe(false);
  reserve(1);
  expect(room()).toBe(1);
});

test('waits of a second are no long waits', () => {
  arrive(300);
  pass(10, 1_000);
  expect(admission.hasRoom()).toBe(true);
});

test.each([
  [63, true],
  [64, false],
])('with %s that wait there is room in any case: %s', (orders, hasRoom) => {
  arrive(orders);
  pass(30, 1_001);
  expect(admission.hasRoom()).toBe(hasRoom);
});

test('time in which nothing is reserved says nothing: a store that stood still goes on', () => {
  arrive(500);
  for (let second = 0; second < 60; second += 1) {
    nowMs += 1_000;
    expect(admission.hasRoom()).toBe(true);
  }
  reserve(500);
  pass(1, 10);
  expect(admission.hasRoom()).toBe(true);
});

test('when waits are short again, more are let in with every second', () => {
  arrive(300);
  pass(20, 1_001);
  reserve(300);
  const before = room();
  expect(before).toBe(64);
  reserve(before);
  pass(10, 10);
  expect(room()).toBeGreaterThan(2 * before);
});
