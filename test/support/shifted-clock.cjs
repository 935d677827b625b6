/**
 * Loaded before a process of ours starts (`node --require`): its wall clock is off by
 * TEST_CLOCK_OFFSET_MS. Timers and `performance.now` measure spans, and are left alone.
 */
const RealDate = Date;
const offsetMs = Number(process.env.TEST_CLOCK_OFFSET_MS ?? 0);
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, created) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, created),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : target[name]),
});
RealDate.prototype.constructor = globalThis.Date;
