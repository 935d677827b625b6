/**
 * Values shared by the examples of the descriptions. A test validates each example against its
 * schema.
 */
export const IDS = {
  account: '0190a0a0-1111-7000-8000-000000000001',
  ask: '0190a0a0-2222-7000-8000-000000000002',
  contract: '0190a0a0-3333-7000-8000-000000000003',
  fill: '0190a0a0-4444-7000-8000-000000000004',
  key: '0190a0a0-5555-7000-8000-000000000005',
  lot: '0190a0a0-6666-8000-8000-000000000006',
  order: '0190a0a0-7777-7000-8000-000000000007',
  seller: '0190a0a0-8888-7000-8000-000000000008',
  ticket: '0190a0a0-9999-7000-8000-000000000009',
  trade: '0190a0a0-aaaa-7000-8000-00000000000a',
} as const;

export const MODEL = 'llama-3.3-70b';
export const NOON = '2026-01-31T12:00:00.000Z';
export const FIVE_PAST = '2026-01-31T12:05:00.000Z';
export const ONE = '2026-01-31T13:00:00.000Z';
export const LAST_PAGE = { next_cursor: null, has_more: false };
