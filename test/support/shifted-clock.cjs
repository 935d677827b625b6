/**
 * Loaded before a process of ours starts (`node --require`): its wall clock is off by
 * TEST_CLOCK_OFFSET_MS, or by what TEST_CLOCK_FILE says at the moment. Timers and `performance.now`
 * measure spans, and are left alone.
 */
const { readFileSync, watchFile, writeFileSync } = require('node:fs');

const RealDate = Date;
const { TEST_CLOCK_OFFSET_MS = 0, TEST_CLOCK_FILE } = process.env;
let offsetMs = Number(TEST_CLOCK_OFFSET_MS);
const now = () => RealDate.now() + offsetMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, parts, created) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, created),
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : target[name]),
});
RealDate.prototype.constructor = globalThis.Date;

if (TEST_CLOCK_FILE) {
  const read = () => {
    offsetMs = Number(readFileSync(TEST_CLOCK_FILE, 'utf8'));
    writeFileSync(`${TEST_CLOCK_FILE}.${process.pid}`, String(offsetMs));
  };
  read();
  watchFile(TEST_CLOCK_FILE, { interval: 20, persistent: false }, read);
}
