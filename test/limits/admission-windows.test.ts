/** Only long waits that follow one another limit what may wait: a quick one between them begins anew. */
import { Admission } from '../../fairness/admission';

/** Of all orders of a window: longer than is taken for a burst, and shorter. */
const [LONG_MS, SHORT_MS] = [1_100, 600];
/** Windows in a row until requests are refused. */
const WINDOWS = 3;
/** More than any limit that follows from these windows. */
const WAITING = 1_000;

let nowMs: number;
let admission: Admission;
beforeEach(() => {
  nowMs = 0;
  admission = new Admission(() => nowMs);
});

/** A window in which an order waited so long. */
function wait(ms: number): void {
  const order = admission.arrive();
  nowMs += ms;
  order.reserved();
}

function crowd(): boolean {
  const waiting = Array.from({ length: WAITING }, () => admission.arrive());
  const isAdmitted = admission.hasCapacity();
  for (const { left } of waiting) left();
  return isAdmitted;
}

test('long waits in a row limit what may wait', () => {
  for (let window = 1; window < WINDOWS; window += 1) {
    wait(LONG_MS);
    expect(crowd()).toBe(true);
  }
  wait(LONG_MS);
  expect(crowd()).toBe(false);
});

test('long waits with quick ones between them limit nothing, however many they are', () => {
  for (let times = 0; times < 10; times += 1) {
    for (let window = 1; window < WINDOWS; window += 1) wait(LONG_MS);
    wait(SHORT_MS);
    expect(crowd()).toBe(true);
  }
});

test('a window without reservations is neither long nor quick', () => {
  for (let window = 1; window < WINDOWS; window += 1) wait(LONG_MS);
  for (let pause = 0; pause < 10; pause += 1) {
    nowMs += LONG_MS;
    expect(crowd()).toBe(true);
  }
  wait(LONG_MS);
  expect(crowd()).toBe(false);
});

test('those who left while they waited say nothing of the waits of others', () => {
  for (let times = 0; times < 10; times += 1) {
    const order = admission.arrive();
    nowMs += LONG_MS;
    order.left();
    order.reserved();
    expect(crowd()).toBe(true);
  }
});
