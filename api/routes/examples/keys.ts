/** Examples of buyers' keys. */
import { IDS, LAST_PAGE, MODEL, NOON } from './values';

export const key = {
  key_id: IDS.key,
  label: 'production',
  kind: 'inference',
  models: [MODEL],
  regions: null,
  max_price: '0.0006',
  expires_at: null,
  created_at: NOON,
  revoked_at: null,
} as const;

const body = { label: 'production', models: [MODEL], max_price: '0.0006' };

export const keyExamples = {
  create: { body, answer: { ...key, buyer_key: 'sk-tb_4b1d9c0e' } },
  list: { answer: { keys: [key], ...LAST_PAGE } },
  change: { body: { label: 'staging' }, answer: { ...key, label: 'staging' } },
} as const;
