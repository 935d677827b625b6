/** Examples of webhook endpoints, deliveries and events. */
import type { SentEventType } from '../../../domain/webhooks';
import { contractExamples } from './market';
import { FIVE_PAST, IDS, LAST_PAGE, MODEL, NOON, ONE } from './values';

const WEBHOOK_ID = '0190a0a0-bbbb-7000-8000-00000000000b';
const EVENT_ID = 'evt_4f0b9a3d6e2c8f7a1b4d5b8f0c5d1c7e';
const URL = 'https://hooks.example.com/tokenbook';

const webhook = {
  webhook_id: WEBHOOK_ID,
  url: URL,
  confirmed: true,
  event_types: ['lot.opened', 'lot.ended'],
  description: null,
  status: 'enabled',
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  secret_expires_at: null,
  created_at: NOON,
  updated_at: NOON,
} as const;

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

const delivery = {
  delivery_id: 'whd_019c1351be00a1b2c3d4e5f60718293a',
  event_id: EVENT_ID,
  event_type: 'lot.opened',
  event_time: NOON,
  status: 'waiting',
  attempts: 1,
  last_attempt_at: NOON,
  response_status: 503,
  detail: null,
  next_attempt_at: FIVE_PAST,
} as const;

const unsent = {
  ...delivery,
  attempts: 0,
  last_attempt_at: null,
  response_status: null,
  next_attempt_at: NOON,
} as const;

export const webhookExamples = {
  create: {
    body: { url: URL, event_types: ['lot.opened', 'lot.ended'] },
    answer: { ...webhook, confirmed: false, secret },
  },
  list: { answer: { webhooks: [webhook] } },
  show: { answer: webhook },
  update: {
    body: { status: 'disabled' },
    answer: {
      ...webhook,
      status: 'disabled',
      disabled_reason: 'owner',
      disabled_at: FIVE_PAST,
      updated_at: FIVE_PAST,
    },
  },
  rotate: { answer: { ...webhook, secret_expires_at: ONE, secret } },
  test: { answer: { ...unsent, event_type: 'webhook.test' } },
  deliveries: { answer: { deliveries: [delivery], ...LAST_PAGE } },
  replayOne: { answer: unsent },
  replay: {
    body: { since: NOON },
    answer: { replayed: 12, ...LAST_PAGE },
  },
} as const;

const openLot = {
  lot_id: IDS.lot,
  contract_id: IDS.contract,
  order_id: IDS.order,
  account_id: IDS.account,
  seller_id: IDS.seller,
  model_id: MODEL,
  region: 'eu-west',
  tenor: 'spot',
  status: 'open',
  price: '0.0005',
  quantity: 100_000,
  drawn_tokens: 0,
  reserved_tokens: 0,
  paid_tokens: 0,
  refunded_tokens: 0,
  refund: '0',
  delivery_start: NOON,
  expires_at: ONE,
  reason: null,
} as const;

const order = contractExamples.create.answer;

const DATA = {
  'order.partially_filled': {
    ...order,
    status: 'partially_filled',
    filled_quantity: 40_000,
    remaining: 60_000,
    quantity: 100_000,
  },
  'order.filled': order,
  'order.cancelled': { ...order, status: 'cancelled', reason: 'Cancelled by the buyer.' },
  'order.expired': { ...order, status: 'expired', reason: 'Its time in force has ended.' },
  'order.rejected': { ...order, status: 'rejected', reason: 'It could not be filled completely.' },
  'lot.sold': openLot,
  'lot.opened': openLot,
  'lot.ending': openLot,
  'lot.ended': { ...openLot, status: 'exhausted', drawn_tokens: 100_000 },
  'lot.defaulted': {
    ...openLot,
    status: 'defaulted',
    drawn_tokens: 40_000,
    refunded_tokens: 60_000,
    refund: '0.03',
    reason: 'The seller failed to deliver.',
  },
  'ticket.exhausted': { ticket_id: IDS.ticket, contract_id: IDS.contract },
  'account.deposited': { account_id: IDS.account, amount: '25', reference: 'invoice-2026-01' },
  'seller.standing_changed': {
    seller_id: IDS.seller,
    standing: 'Suspended',
    suspended_until: ONE,
    reason: '10 of the last 20 dispatches failed.',
    actor: 'rule',
  },
  'seller.key_rotated': { seller_id: IDS.seller },
  'seller.limit_learned': {
    seller_id: IDS.seller,
    model_id: 'llama-3.3-70b',
    lacks: ['tools'],
    from_tokens: 1_200,
    until: ONE,
  },
  'contract.seller_standing_changed': {
    contract_id: IDS.contract,
    seller_id: IDS.seller,
    standing: 'Suspended',
  },
  'webhook.test': { endpoint_id: WEBHOOK_ID },
  'webhook.challenge': {
    endpoint_id: WEBHOOK_ID,
    challenge: 'Zr3cVQ5tYw0mUq8sN1xJ4kLb6HfGd2Ea9iPoRvTyWuI',
  },
} as const satisfies Record<SentEventType, object>;

export function webhookBodyExample(type: keyof typeof DATA) {
  return { id: EVENT_ID, type, timestamp: NOON, data: DATA[type] };
}
