/** Examples of buyers' keys. */
import { IDS, LAST_PAGE, MODEL, NOON, ONE } from './values';

export const key = {
  key_id: IDS.key,
  label: 'production',
  kind: 'inference',
  limit: '25',
  limit_remaining: '12.5',
  limit_reset: 'monthly',
  usage: '112.25',
  models: [MODEL],
  regions: null,
  max_price: '0.0006',
  expires_at: null,
  previous_expires_at: null,
  created_at: NOON,
  revoked_at: null,
} as const;

const body = {
  label: 'production',
  limit: '25',
  limit_reset: 'monthly',
  models: [MODEL],
  max_price: '0.0006',
};

export const keyExamples = {
  create: { body, answer: { ...key, buyer_key: 'sk-tb_4b1d9c0e' } },
  list: { answer: { keys: [key], ...LAST_PAGE } },
  rotate: {
    body: { grace_seconds: 3600 },
    answer: { ...key, previous_expires_at: ONE, buyer_key: 'sk-tb_9f02ce71' },
  },
  change: { body: { label: 'staging' }, answer: { ...key, label: 'staging' } },
} as const;

export const currentKeyExample = {
  answer: {
    data: {
      label: 'production',
      limit: 25,
      limit_remaining: 12.5,
      limit_reset: 'monthly',
      usage: 112.25,
      usage_daily: 0.25,
      usage_weekly: 3.75,
      usage_monthly: 12.5,
      is_free_tier: false,
      is_management_key: false,
      expires_at: null,
    },
  },
} as const;
