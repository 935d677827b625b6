/** The operator's view of an order, chat or contract, with all its details. */
import { z } from 'zod';
import { REGIONS } from '../../domain/regions';
import { LOT_STATUSES } from '../../domain/lots';
import { USAGE_FLAGS } from '../../domain/answers/reported-usage';
import { HOLD_STATES } from '../../records/documents/hold';
import { JOURNAL_KINDS } from '../../records/documents/journal';
import {
  timeField,
  count,
  idOf,
  instrumentText,
  names,
  textField,
  tokens,
  usd,
  usdPerThousand,
  waitingFor,
} from './answers';
import { orderSchema } from './contracts';
import { attemptSchema, failedProbeSchema } from './fill-evidence';

const usageSchema = z
  .object({
    promptTokens: tokens('Length of the prompt'),
    completionTokens: tokens('Length of the answer'),
    totalTokens: tokens('Length of both'),
  })
  .meta({ id: 'ReportedUsage' });

const fillFields = {
  fill_id: idOf('fill'),
  status: z
    .enum(['reserved', 'settled', 'released', 'abandoned'])
    .meta({ description: 'State of the fill.' }),
  ask_id: idOf('ask'),
  seller_id: idOf('seller'),
  region: z.enum(REGIONS).meta({ description: 'Region of the ask.' }),
  price: usdPerThousand(),
  quantity: tokens('Reserved quantity'),
  used: tokens('Charged quantity'),
  cost: usd('Cost to the buyer'),
  fee: usd('Fee of the exchange'),
  usage: usageSchema.nullable().meta({ description: 'As the seller reported it.' }),
  usage_flag: z.enum(USAGE_FLAGS).nullable().meta({
    description:
      '`implausible` if the reported usage exceeds twice the count of the exchange, `too_low` if it is less than half of the visible text: then the count of the exchange is charged.',
  }),
  hold: z
    .object({
      amount: usd('Reserved for the fill'),
      captured: usd('Paid'),
      released: usd('Returned to the buyer'),
      status: z.enum(HOLD_STATES).meta({ description: 'State of the hold.' }),
    })
    .meta({ id: 'FillHold' })
    .nullable()
    .meta({ description: 'Money held for the fill; null for a draw and a contract order.' }),
  release_reason: textField('Why nothing was charged.').nullable(),
  attempts: z.array(attemptSchema).meta({ description: 'In chronological order.' }),
  failed_probes: z.array(failedProbeSchema).meta({
    description:
      'Probes of the exchange that failed before a default, newest first; otherwise empty.',
  }),
  created_at: timeField('When it was reserved'),
  settled_at: timeField('When it was settled; null before').nullable(),
};

const fillSchema = z.object(fillFields).meta({ id: 'OrderFill' });

const drawSchema = z
  .object({ ...fillFields, lot_id: idOf('lot').nullable(), order_id: idOf('chat that drew') })
  .meta({ id: 'Draw' });

export const journalFields = {
  journal_id: textField('Id of the journal: its business key.'),
  kind: z.enum(JOURNAL_KINDS).meta({ description: 'Kind of the journal.' }),
  reason: textField('Reason of a correction.').nullable(),
  lines: z
    .array(
      z
        .object({
          account: textField('Account of the ledger.', 'platform:fees'),
          phase: z
            .enum(['posted', 'pending'])
            .meta({ description: 'Pending lines hold money, posted lines move it.' }),
          side: z.enum(['debit', 'credit']).meta({ description: 'Side of the line.' }),
          amount: usd(),
        })
        .meta({ id: 'JournalLine' }),
    )
    .meta({ description: 'Debits and credits are equal.' }),
  created_at: timeField('When it was posted'),
};

const journalSchema = z.object(journalFields).meta({ id: 'Journal' });

const decryptionSchema = z
  .object({
    actor: textField('Who decrypted it: `token`, or a session.'),
    address: textField('Address of the client.', '127.0.0.1').nullable(),
    request_id: textField('Request id of the decryption.'),
    at: timeField('Time of the decryption'),
  })
  .meta({ id: 'Opening' });

export const ORDER_EVENTS = [
  'received',
  'reserved',
  'attempt_started',
  'attempt_ended',
  'settled',
  'released',
  'journal',
  'lot_opened',
  'lot_closed',
  'decrypted',
  'ended',
] as const;

export type OrderEventName = (typeof ORDER_EVENTS)[number];

const eventSchema = z
  .object({
    at: timeField('Time of the event'),
    event: z.enum(ORDER_EVENTS).meta({ description: 'What happened.' }),
    detail: textField('Quantity, amount, reason or state.').nullable(),
    subject_id: textField('Its fill, lot or journal.').nullable(),
  })
  .meta({ id: 'OrderEvent' });

const history = z.array(eventSchema).meta({
  description: 'Events of the order and of what is listed here, oldest first.',
});

const workflowUrl = textField("The workflow's history in Temporal's web UI.");

const chatOrderSchema = z
  .object({
    order_id: idOf('order'),
    kind: z.literal('chat').meta({ description: 'A chat completion.' }),
    status: z.enum(['open', 'filled', 'refused']).meta({ description: 'Status of the order.' }),
    waiting_for: waitingFor,
    account_id: idOf('account'),
    model_id: instrumentText,
    region: textField('Required region; null for any.').nullable(),
    venue_pin: textField('Required venue; null for any.').nullable(),
    ceiling: usdPerThousand('Limit price'),
    quantity_min: tokens('Minimum quantity'),
    quantity_max: tokens('Maximum quantity'),
    stream: z.boolean().meta({ description: 'Whether the answer is streamed.' }),
    contract_id: idOf('contract that it draws on').nullable(),
    refusal: z
      .object({
        code: textField('Code of the refusal.', 'no_match'),
        message: textField('Message of the refusal.'),
        param: textField('Invalid field.').nullish(),
        passedStatus: z
          .number()
          .int()
          .nullish()
          .meta({ description: "HTTP status of a seller's refusal that was relayed." }),
      })
      .meta({ id: 'OrderRefusal' })
      .nullable()
      .meta({ description: 'Reason of the refusal; null otherwise.' }),
    request_id: textField('`x-request-id` of the request.'),
    workflow_id: textField('Workflow of the order; null if none.').nullable(),
    created_at: timeField('When it was received'),
    updated_at: timeField('When it last changed'),
    fills: z.array(fillSchema).meta({ description: 'Oldest first.' }),
    journals: z.array(journalSchema).meta({ description: 'Oldest first.' }),
    history,
    names,
    workflow_url: workflowUrl.nullable(),
    openings: z
      .array(decryptionSchema)
      .meta({ description: 'The latest 20 decryptions of its payloads.' }),
  })
  .meta({ id: 'ChatOrder' });

export const lotSchema = z
  .object({
    lot_id: idOf('lot'),
    contract_id: idOf('contract'),
    seller_id: idOf('seller'),
    region: z.enum(REGIONS).meta({ description: 'Region of the ask.' }),
    price: usdPerThousand(),
    status: z.enum(LOT_STATUSES).meta({ description: 'Status of the lot.' }),
    quantity: tokens('Bought'),
    remaining: tokens('Quantity available to draw'),
    reserved: tokens('Quantity reserved for draws in progress'),
    drawn: tokens('Drawn quantity'),
    paid_undrawn: tokens('Undrawn quantity paid to the seller (take or pay)'),
    refunded: tokens('Undrawn quantity refunded to the buyer'),
    cost: usd('Amount paid at the match'),
    escrow: usd('Balance in escrow'),
    earned: usd('Amount earned by the seller, before the fee'),
    fee: usd('Fee of the exchange'),
    refund: usd('Amount refunded to the buyer'),
    delivery_start: timeField('Start of the window'),
    expires_at: timeField('End of the window'),
    closed_at: timeField('When it was closed; null before').nullable(),
    workflow_url: workflowUrl,
  })
  .meta({ id: 'LotDetails' });

const capacityOrderSchema = z
  .object({
    ...orderSchema.shape,
    kind: z.literal('capacity').meta({ description: 'A contract order.' }),
    waiting_for: waitingFor,
    account_id: idOf('account'),
    request_id: textField('`x-request-id` of the request.'),
    workflow_id: textField('Workflow of the order.'),
    workflow_url: workflowUrl,
    lot_id: idOf('lot of the lookup').nullable(),
    fills_total: count('Fills of the order; the newest 100 are shown.'),
    lots_total: count('Lots of the order; the newest 100 are shown.'),
    draws_total: count('Draws on those lots; the newest 100 are shown.'),
    journals_total: count('Journals of the order.'),
    fills: z.array(fillSchema).meta({ description: 'Oldest first.' }),
    lots: z.array(lotSchema).meta({ description: 'Oldest first.' }),
    draws: z.array(drawSchema).meta({ description: 'Oldest first.' }),
    journals: z.array(journalSchema).meta({ description: 'Oldest first.' }),
    history,
    names,
  })
  .meta({ id: 'CapacityOrder' });

export const orderDetailsSchema = z.union([chatOrderSchema, capacityOrderSchema]);
