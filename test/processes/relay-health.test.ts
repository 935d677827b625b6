/** A relay is ready while it completes turns on all its books. */
import { Registry } from 'prom-client';
import type { Relay, RelayState } from '../../followers/relay/relay';
import { measureRelay, turnsProbe } from '../../processes/relay-health';

const at = (state: Partial<RelayState>) => ({ state: () => state }) as Relay;

test('thirty seconds of silence on one book are too long', async () => {
  await expect(turnsProbe(at({ silentMs: 29_999 })).books()).resolves.toBeUndefined();
  await expect(turnsProbe(at({ silentMs: 30_000 })).books()).rejects.toThrow('for 30 s');
});

test('its state is measured', async () => {
  const registry = new Registry();
  measureRelay(registry, at({ acting: 3, standingBy: 2, failedTurns: 5, silentMs: 1_500 }));
  const shown = await registry.getMetricsAsJSON();
  const values = shown.map(({ name, values: [first] }) => [name, first?.value]);
  expect(Object.fromEntries(values)).toEqual({
    tokenbook_relay_books_acting: 3,
    tokenbook_relay_books_standing_by: 2,
    tokenbook_relay_failed_turns: 5,
    tokenbook_relay_silence_seconds: 1.5,
  });
});
