/** Limits that a deployment has and local development has not, each in its place. */
import { type Settings, loadSettings } from '../../config/settings';
import { newSecrets } from '../../setup/local/credentials';

const LIMITS: readonly (readonly [keyof Settings, string, number, number])[] = [
  ['socketsPerAddress', 'WS_CONNECTIONS_PER_ADDRESS', 5_000, 200],
  ['activeAsksPerSeller', 'ACTIVE_ASKS_PER_SELLER', 10_000, 1_000],
  ['asksBeforeFirstFill', 'ASKS_BEFORE_FIRST_FILL', Infinity, 100],
  ['openOrdersPerAccount', 'OPEN_ORDERS_PER_ACCOUNT', 10_000, 1_000],
  ['shutdownDelayMs', 'SHUTDOWN_DELAY_MS', 0, 5_000],
  ['registrationQuota', 'REGISTRATION_QUOTA', 5_000, 60],
];

test.each(LIMITS)('%s: of %s, else %d, deployed %d', (limit, variable, local, deployed) => {
  const secrets = newSecrets();
  const production = { ...secrets, TOKENBOOK_ENV: 'production' };
  expect(loadSettings(secrets)[limit]).toBe(local);
  expect(loadSettings(production)[limit]).toBe(deployed);
  for (const environment of [secrets, production]) {
    expect(loadSettings({ ...environment, [variable]: '7' })[limit]).toBe(7);
  }
});
