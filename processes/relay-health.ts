/** Health of a relay: a readiness probe and its metrics. */
import { Gauge, type Registry } from 'prom-client';
import type { Relay } from '../followers/relay/relay';

/** A relay that completed no turn on some book for this long is unhealthy. */
const SILENCE_MS = 30_000;

export function turnsProbe(relay: Relay): { books(): Promise<void> } {
  return {
    async books() {
      const { silentMs } = relay.state();
      if (silentMs < SILENCE_MS) return;
      throw new Error(`no turn on one of the books for ${Math.round(silentMs / 1_000)} s`);
    },
  };
}

export function measureRelay(registry: Registry, relay: Relay): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  gauge(
    'tokenbook_relay_books_acting',
    'Books that this relay acts for.',
    () => relay.state().acting,
  );
  gauge(
    'tokenbook_relay_books_standing_by',
    'Books that another relay acts for.',
    () => relay.state().standingBy,
  );
  gauge(
    'tokenbook_relay_failed_turns',
    'Failed turns on books since the start.',
    () => relay.state().failedTurns,
  );
  gauge(
    'tokenbook_relay_silence_seconds',
    'The longest time since the last completed turn, over all books.',
    () => relay.state().silentMs / 1_000,
  );
}
