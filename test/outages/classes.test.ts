import { CLASSES, SPANS_MS } from './classes';
import { someCases } from './scenes';
import { allDurations, type Duration, durationsIn } from './durations';

const classOf = ({ name }: Duration) =>
  CLASSES.find(({ members }) => members.some((pattern) => pattern.test(name)));

const durations = allDurations();

test('each duration has a class', () => {
  expect(durations.length).toBeGreaterThan(200);
  const without = durations.filter((duration) => !classOf(duration)).map(({ name }) => name);
  const advice =
    'Say in test/outages/classes.ts what it is for: add its name to the class whose reason holds for it. If none holds, an outage that is longer may lose something; change the code first.';
  expect(without.map((name) => `${name} has no class. ${advice}`)).toEqual([]);
});

test('the outage of each class is longer than all of its durations', () => {
  const tooLong = durations.flatMap((duration) => {
    const { name, span } = classOf(duration) ?? { name: '', span: null };
    if (span === null || duration.ms === null || duration.ms < SPANS_MS[span]) return [];
    return `${duration.name} is ${duration.ms} ms: the outage of the class ${name} is ${SPANS_MS[span]} ms. Give the class a longer one.`;
  });
  expect(tooLong).toEqual([]);
});

test('each pattern of a class names a duration', () => {
  const patterns = CLASSES.flatMap(({ members }) => members);
  const stale = patterns.filter((pattern) => !durations.some(({ name }) => pattern.test(name)));
  expect(stale).toEqual([]);
});

test('a constant with a unit in its name is found wherever it stands, with its value', () => {
  const text = `
    const HOUR_MS = 3_600_000;
    export const KEPT_MS = (2 + 1) * HOUR_MS;
    function f() { const WAIT_SECONDS = 2 ** 3; }
    const UNKNOWN_DAYS = other();
    const millisMs = 4;`;
  expect(durationsIn({ path: 'x.ts', module: 'domain', text })).toEqual([
    { name: 'x.ts HOUR_MS', ms: 3_600_000 },
    { name: 'x.ts KEPT_MS', ms: 10_800_000 },
    { name: 'x.ts WAIT_SECONDS', ms: 8_000 },
    { name: 'x.ts UNKNOWN_DAYS', ms: null },
  ]);
});

test('the outages of each run have every span', () => {
  const spans = new Set(someCases().map(([, , { forMs }]) => forMs));
  expect([...spans].sort()).toEqual(Object.values(SPANS_MS).sort());
});
