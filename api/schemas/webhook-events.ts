/**
 * The bodies of webhook requests by the type of their event: one schema and one example each
 * (examples/webhooks.ts). The tests check every event that is sent against its schema.
 */
import { z } from 'zod';
import { LOT_STATUSES } from '../../domain/lots';
import { STANDINGS } from '../../domain/standing';
import { CHALLENGE_EVENT, type SentEventType, TEST_EVENT } from '../../domain/webhooks';
import {
  idOf,
  instrumentText,
  regionOf,
  textField,
  timeField,
  tokens,
  usd,
  usdPerThousand,
} from './answers';
import { orderSchema } from './contracts';
import { tenor, timestamp } from './fields';
import { learnedLimitSchema } from './learned-limits';

const lot = z.object({
  lot_id: idOf('lot'),
  contract_id: idOf('contract'),
  order_id: idOf('order that created it'),
  account_id: idOf('account of the buyer'),
  seller_id: idOf('seller'),
  model_id: instrumentText,
  region: regionOf('Region of the seller'),
  tenor,
  status: z.enum(LOT_STATUSES).meta({ description: 'Status of the lot.' }),
  price: usdPerThousand(),
  quantity: tokens('Purchased quantity'),
  drawn_tokens: tokens('Drawn by requests'),
  reserved_tokens: tokens('Reserved by requests under way, which still draw'),
  paid_tokens: tokens('Undrawn, and paid to the seller'),
  refunded_tokens: tokens('Undrawn, and refunded to the buyer'),
  refund: usd('Refunded to the buyer so far'),
  delivery_start: timeField('Start of the window'),
  expires_at: timeField('End of the window'),
  reason: textField('Why it ended; null if it is open or all of its tokens were drawn.').nullable(),
});

const DATA = {
  'order.partially_filled': orderSchema,
  'order.filled': orderSchema,
  'order.cancelled': orderSchema,
  'order.expired': orderSchema,
  'order.rejected': orderSchema,
  'lot.sold': lot,
  'lot.opened': lot,
  'lot.ending': lot,
  'lot.ended': lot,
  'lot.defaulted': lot,
  'ticket.exhausted': z.object({ ticket_id: idOf('ticket'), contract_id: idOf('contract') }),
  'account.deposited': z.object({
    account_id: idOf('account'),
    amount: usd('Deposited amount'),
    reference: textField("The operator's reference.", 'invoice-2026-01'),
  }),
  'seller.standing_changed': z.object({
    seller_id: idOf('seller'),
    standing: z.enum(STANDINGS).meta({ description: 'The standing from now on.' }),
    suspended_until: timeField('End of a suspension by the rule; null for none').nullable(),
    reason: textField('Why it changed.', 'The suspension is over.'),
    actor: textField('Who changed it: `rule` or `operator`.', 'rule'),
  }),
  'seller.key_rotated': z.object({ seller_id: idOf('seller') }),
  'seller.limit_learned': z.object({
    seller_id: idOf('seller'),
    ...learnedLimitSchema.shape,
  }),
  'contract.seller_standing_changed': z.object({
    contract_id: idOf('contract'),
    seller_id: idOf('seller'),
    standing: z.enum(STANDINGS).meta({ description: 'The standing from now on.' }),
  }),
  [TEST_EVENT]: z.object({ endpoint_id: idOf('webhook endpoint') }),
  [CHALLENGE_EVENT]: z.object({
    endpoint_id: idOf('webhook endpoint'),
    challenge: textField(
      'Answer with 2xx and this text as the body, or with a JSON object that has it as `challenge`.',
      'Zr3cVQ5tYw0mUq8sN1xJ4kLb6HfGd2Ea9iPoRvTyWuI',
    ),
  }),
} as const satisfies Record<SentEventType, z.ZodObject>;

/** The whole body of an event's requests. */
export function webhookBodySchema(type: keyof typeof DATA) {
  return z.object({
    id: textField('Id of the event, also in `webhook-id`: the same in every repetition.'),
    type: z.literal(type).meta({ description: 'Type of the event.' }),
    timestamp: timestamp.meta({ description: 'When it happened; RFC 3339, UTC.' }),
    data: DATA[type].meta({ description: 'What the event is about.' }),
  });
}

export const SENT_EVENT_TYPES = Object.keys(DATA) as (keyof typeof DATA)[];
