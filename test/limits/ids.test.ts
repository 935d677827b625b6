/** Ids contain the time of their creation, and the books refuse those of the future (engine/functions/prelude.lua). */
import { timeOfUuidV7 } from '../../domain/ids';
import { newId } from '../../domain/new-id';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

afterEach(() => jest.restoreAllMocks());

let nowMs = Date.now();
beforeEach(() => {
  nowMs += 10 * HOUR_MS;
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
});

test('the ids of one millisecond increase', () => {
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.map(timeOfUuidV7)).toContain(nowMs);
});

test('ids increase while the clock is set back by a minute', () => {
  const before = newId();
  nowMs -= MINUTE_MS;
  expect(newId() > before).toBe(true);
});

test('once a clock that was ahead is set back by more than a minute, ids have the new time', () => {
  newId();
  nowMs -= MINUTE_MS + 1;
  const corrected = newId();
  expect(timeOfUuidV7(corrected)).toBe(nowMs);
  expect(newId() > corrected).toBe(true);
});
