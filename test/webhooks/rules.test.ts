/** Webhooks by themselves: who is told what, when it is tried again, ids and signatures. */
import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import {
  DISABLED_AFTER_MS,
  ENDPOINTS_PER_PARTICIPANT,
  EVENTS_KEPT_SECONDS,
  RETRIES_END_AFTER_MS,
  SECRETS_MAX,
  SECRET_OVERLAP_MS,
  TEST_EVENT,
  WEBHOOK_EVENT_TYPES,
  concerns,
  endpointPauseMs,
  newWebhookSecret,
  retryDelayMs,
  webhookDeliveryId,
  webhookEventId,
  webhookHeaders,
} from '../../domain/webhooks';

const HOUR_MS = 3_600_000;

test('accounts are told of orders, lots, tickets and deposits; sellers of lots and their standing', () => {
  const lots = ['lot.sold', 'lot.opened', 'lot.ending', 'lot.ended', 'lot.defaulted'];
  const of = (audience: 'account' | 'seller') =>
    WEBHOOK_EVENT_TYPES.filter((type) => concerns(type, audience));
  expect(of('seller')).toEqual([
    ...lots,
    'seller.standing_changed',
    'seller.key_rotated',
    'seller.limit_learned',
  ]);
  expect(of('account')).toEqual([
    'order.partially_filled',
    'order.filled',
    'order.cancelled',
    'order.expired',
    'order.rejected',
    ...lots,
    'ticket.exhausted',
    'account.deposited',
    'contract.seller_standing_changed',
  ]);
  expect(WEBHOOK_EVENT_TYPES).not.toContain(TEST_EVENT);
  expect(TEST_EVENT).toBe('webhook.test');
});

test('the bounds are those of the guide', () => {
  expect([ENDPOINTS_PER_PARTICIPANT, SECRETS_MAX]).toEqual([10, 3]);
  expect(SECRET_OVERLAP_MS).toBe(24 * HOUR_MS);
  expect(EVENTS_KEPT_SECONDS).toBe(30 * 24 * 3_600);
  expect(RETRIES_END_AFTER_MS).toBe(72 * HOUR_MS);
  expect(DISABLED_AFTER_MS).toBe(120 * HOUR_MS);
});

test.each([
  [1, 0.5, 10_000],
  [2, 0.5, 25_000],
  [3, 0.5, 62_500],
  [1, 0, 8_000],
  [1, 1, 12_000],
  [50, 0.5, 12 * HOUR_MS],
  [50, 1, 14.4 * HOUR_MS],
])('after %d attempts, by chance of %d, the next one waits %d ms', (attempts, random, delayMs) => {
  expect(retryDelayMs(attempts, 10_000, random)).toBe(delayMs);
});

test('a delay is whole milliseconds', () => {
  expect(retryDelayMs(2, 1, 0.5)).toBe(3);
});

test.each([
  [1, 1_000],
  [2, 2_000],
  [6, 32_000],
  [7, 60_000],
  [5_000, 60_000],
])('after %d failures an endpoint rests for %d ms', (failures, pauseMs) => {
  expect(endpointPauseMs(failures, 1_000)).toBe(pauseMs);
});

test('however many failures, a tiny pause stays finite', () => {
  expect([21, 22, 5_000].map((failures) => endpointPauseMs(failures, 0.001))).toEqual(
    Array(3).fill(1_048.576),
  );
});

test('an event has one id, however often it is made, and another for each change', () => {
  const id = webhookEventId('order.filled', 'order 1');
  expect(id).toMatch(/^evt_[\da-f]{32}$/);
  expect(webhookEventId('order.filled', 'order 1')).toBe(id);
  expect(webhookEventId('order.filled', 'order 2')).not.toBe(id);
  expect(webhookEventId('order.expired', 'order 1')).not.toBe(id);
  expect(id).toBe(`evt_${sha('order.filled|order 1', 32)}`);
});

test('the deliveries of one endpoint sort by the times of their events', () => {
  const id = (atMs: number, endpoint = 'endpoint') =>
    webhookDeliveryId('evt_1', new Date(atMs), endpoint);
  expect(id(0x1234)).toBe(`whd_000000001234${sha('evt_1|endpoint', 20)}`);
  expect(id(1_767_225_600_000) < id(1_767_225_600_001)).toBe(true);
  expect(id(9) < id(10)).toBe(true);
  expect(id(1, 'another')).not.toBe(id(1));
});

describe('a signature', () => {
  const atMs = Math.floor(Date.now() / 1_000) * 1_000 + 999;

  test('is verified by the reference implementation, for each of the secrets', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const headers = webhookHeaders('evt_1', '{"a":"ä"}', secrets, atMs);
    expect(headers['webhook-id']).toBe('evt_1');
    expect(headers['webhook-timestamp']).toBe(String((atMs - 999) / 1_000));
    expect(headers['webhook-signature'].split(' ')).toHaveLength(2);
    for (const secret of secrets) {
      expect(new Webhook(secret).verify('{"a":"ä"}', headers)).toEqual({ a: 'ä' });
    }
    expect(() => new Webhook(newWebhookSecret()).verify('{"a":"ä"}', headers)).toThrow(
      'No matching signature found',
    );
  });

  test('has a secret of 32 random bytes', () => {
    const [one, other] = [newWebhookSecret(), newWebhookSecret()];
    expect(one).not.toBe(other);
    expect(one).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  });
});

function sha(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
